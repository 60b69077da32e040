//! The table of Breakdown as a picture.

use std::fmt::Write as _;

use gridlaw::search::weak::WeakValue;

use crate::tables::{LENGTH, Row, SIDE, Table};

/// The width and height of a cell.
const CELL: u32 = 26;

/// A panel for every stick length and square side, a cell for every board.
pub(crate) fn picture(table: &Table, rows: &[Row]) -> String {
    let panel = CELL * SIDE + 44;
    let side = panel * LENGTH + 20;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" font-family=\"sans-serif\" \
         font-size=\"11\" text-anchor=\"middle\">\n<rect width=\"{side}\" height=\"{side}\" fill=\"#ffffff\"/>\n"
    );
    let origin = |stick: u32, square: u32| (20 + panel * (square - 1) + 14, 20 + panel * (stick - 1) + 24);
    for (stick, square) in (1..=LENGTH).flat_map(|stick| (1..=LENGTH).map(move |square| (stick, square))) {
        let (left, top) = origin(stick, square);
        let middle = left + CELL * SIDE / 2;
        let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{}\" font-weight=\"bold\">k{stick} q{square}</text>", top - 18);
        for number in 1..=SIDE {
            let at = CELL * number - CELL / 2;
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" fill=\"#777\">{number}</text>", left + at, top - 4);
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" fill=\"#777\">{number}</text>", left - 8, top + at + 4);
        }
    }
    for (game, row) in table.games.iter().zip(rows) {
        let [width, height, stick, square] = game.numbers()[..] else { continue };
        let (left, top) = origin(stick, square);
        let (x, y) = (left + CELL * (width - 1), top + CELL * (height - 1));
        let fill = match row.value {
            None => "#ffffff",
            Some(WeakValue::Draw) => "#d0d0d0",
            Some(WeakValue::Win) => "#7fc97f",
            Some(WeakValue::Loss) => "#f4887c",
        };
        let label = match (row.value, row.plies) {
            (None, _) => "?".to_string(),
            (_, plies) => plies.map_or(String::new(), |plies| plies.to_string()),
        };
        let size = CELL - 1;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" fill=\"{fill}\" stroke=\"#999\" stroke-width=\"0.5\"/>"
        );
        if !label.is_empty() {
            let (x, y) = (x + size / 2, y + size / 2 + 4);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{label}</text>");
        }
    }
    svg.push_str("</svg>\n");
    svg
}
