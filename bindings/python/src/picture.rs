//! Positions as SVG, for notebooks.

use std::fmt::Write as _;

use law::{AnyPlaying, GameKind, Side};

/// The side of a square.
const SQUARE: usize = 32;

/// The colors of pieces: of the first side, of the second, and of fixed ones.
const PIECES: [&str; 3] = ["#20242c", "#f4efe2", "#9a938a"];

/// The colors of Jump61's sides, and of its neutral squares.
const OWNERS: [&str; 3] = ["#d9534f", "#4f7fd9", "#f3f1ec"];

/// The colors of candies, over and over.
const CANDIES: [&str; 8] = ["#d94f4f", "#4f8ad9", "#5aa85a", "#e0b23c", "#9360c0", "#e0803c", "#4fb8b8", "#8a6a50"];

/// One square: its background, its piece if any, and its text.
struct Square {
    ground: &'static str,
    piece: Option<&'static str>,
    text: String,
}

/// The board as a picture, with its text for people who cannot see it.
pub(crate) fn svg(playing: &AnyPlaying) -> String {
    let game = playing.game();
    let (kind, shape) = (game.kind(), game.observation());
    let mut bytes = vec![0; shape.cells()];
    playing.observe(&mut bytes);
    let squares = shape.squares();
    // In the bytes 1 is the side to move; in the picture the first color is the first side.
    let side = |byte: u8| usize::from((byte == 2) != (playing.turn() == Side::Second));
    let (width, height) = (shape.cols * SQUARE, shape.rows * SQUARE);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\
         <title>{game}, {}</title>",
        playing.outcome()
    );
    for index in 0..squares {
        let byte = bytes[index];
        let square = match kind {
            GameKind::Jump61 => Square {
                ground: if byte == 0 { OWNERS[2] } else { OWNERS[side(byte)] },
                piece: None,
                text: bytes[squares + index].to_string(),
            },
            GameKind::Candy => Square {
                ground: if bytes[squares + index] == 0 { "#ffffff" } else { "#e6dccb" },
                piece: Some(CANDIES[usize::from(byte) % CANDIES.len()]),
                text: byte.to_string(),
            },
            _ => Square {
                ground: "#c9a86a",
                piece: match byte {
                    0 => None,
                    3 => Some(PIECES[2]),
                    _ => Some(PIECES[side(byte)]),
                },
                text: String::new(),
            },
        };
        // Row 0 of Candy is the bottom.
        let row = if kind == GameKind::Candy { shape.rows - 1 - index / shape.cols } else { index / shape.cols };
        write_square(&mut out, &square, index % shape.cols * SQUARE, row * SQUARE);
    }
    out.push_str("</svg>");
    out
}

fn write_square(out: &mut String, square: &Square, x: usize, y: usize) {
    let (middle, radius) = (SQUARE / 2, SQUARE / 2 - 4);
    // A `String` takes everything.
    let _ = write!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{}\" stroke=\"#7a6a4a\"/>",
        square.ground
    );
    let (x, y) = (x + middle, y + middle);
    if let Some(color) = square.piece {
        let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\" stroke=\"#555\"/>");
    }
    if !square.text.is_empty() {
        let _ = write!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", y + 5, square.text);
    }
}
