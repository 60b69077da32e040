//! The tables: their games, their rows, and the files that hold them.

use std::path::{Path, PathBuf};

use gridlaw::games::{AnyGame, GameKind, breakdown, connect4, fitz, jump61};
use gridlaw::search::weak::WeakValue;
use gridlaw_programs::{Failure, files};

/// The longest sides of a Breakdown board in the table, and the longest sticks and squares.
pub(crate) const SIDE: u32 = 8;
pub(crate) const LENGTH: u32 = 4;

/// The games of one file, in the order of its rows.
pub(crate) struct Table {
    pub(crate) kind: GameKind,
    /// The names of the columns of [`AnyGame::numbers`].
    pub(crate) columns: &'static [&'static str],
    pub(crate) games: Vec<AnyGame>,
}

/// The columns after those of the game's numbers.
const COLUMNS: [&str; 6] = ["value", "nodes", "plies", "plies_nodes", "table", "checked"];

/// One game's row of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    /// The value for the side that begins; `None` while it is open.
    pub(crate) value: Option<WeakValue>,
    /// The number of positions searched for the value, successfully or not.
    pub(crate) nodes: u64,
    /// The plies until a win or a loss.
    pub(crate) plies: Option<u16>,
    /// The number of positions searched for the plies, successfully or not, including those for the
    /// value.
    pub(crate) plies_nodes: u64,
    /// The size of the transposition table in MiB.
    pub(crate) table: usize,
    /// The checks that confirmed the value.
    pub(crate) checked: Vec<Check>,
}

/// A check of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// Retrograde analysis of all positions of the reference engine.
    Retrograde,
    /// A search whose keys fold nothing.
    Unfolded,
    /// A proof that the reference engine walked.
    Proof,
}

impl Check {
    pub(crate) const ALL: [Check; 3] = [Check::Retrograde, Check::Unfolded, Check::Proof];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Check::Retrograde => "retrograde",
            Check::Unfolded => "unfolded",
            Check::Proof => "proof",
        }
    }
}

const VALUES: [WeakValue; 3] = [WeakValue::Win, WeakValue::Loss, WeakValue::Draw];

/// All tables.
pub(crate) fn tables() -> [Table; 4] {
    let numbers = |most: u32| 1..=most;
    let boards = numbers(SIDE).flat_map(|width| numbers(SIDE).map(move |height| (width, height)));
    let lengths = || numbers(LENGTH).flat_map(|stick| numbers(LENGTH).map(move |square| (stick, square)));
    let breakdown = boards.clone().flat_map(|(width, height)| {
        let game = move |(stick, square)| breakdown::Parameters::new(width, height, stick, square);
        lengths().map(game).map(|game| game.expect("numbers of a game").into())
    });
    let connect4 = (4..=6).map(|size| connect4::Parameters::new(size).expect("a size").into());
    let jump61 = (2..=4).map(|size| jump61::Parameters::new(size).expect("a size").into());
    let fitz = boards.clone().map(|(rows, cols)| fitz::Parameters::sample(rows, cols).expect("a size").into());
    [
        Table { kind: GameKind::Breakdown, columns: &["w", "h", "k", "q"], games: breakdown.collect() },
        Table { kind: GameKind::Connect4, columns: &["size"], games: connect4.collect() },
        Table { kind: GameKind::Jump61, columns: &["size"], games: jump61.collect() },
        Table { kind: GameKind::Fitz, columns: &["rows", "cols"], games: fitz.collect() },
    ]
}

impl Table {
    /// The table's file in a folder.
    pub(crate) fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.csv", self.kind))
    }

    fn header(&self) -> Vec<&str> {
        [self.columns, &COLUMNS].concat()
    }

    /// Reads the rows of a file; without a file, empty rows.
    ///
    /// # Errors
    /// A file that cannot be read or that is no such table.
    pub(crate) fn load(&self, folder: &Path) -> Result<Vec<Row>, Failure> {
        let path = self.path(folder);
        let bytes = match files::read(&path, 1 << 20) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(vec![Row::default(); self.games.len()]);
            }
            Err(error) => return Err(Failure::Input(format!("{}: {error}", path.display()))),
        };
        self.read(&bytes).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The wrong line, with the expected contents.
    pub(crate) fn read(&self, bytes: &[u8]) -> Result<Vec<Row>, String> {
        let mut reader = csv::Reader::from_reader(bytes);
        let header = reader.headers().map_err(|error| error.to_string())?;
        if *header != self.header()[..] {
            return Err(format!("line 1: expected `{}`", self.header().join(",")));
        }
        let mut rows = Vec::new();
        for (number, record) in reader.records().enumerate() {
            let record = record.map_err(|error| error.to_string())?;
            let game = self.games.get(number).ok_or(format!("line {}: expected no more games", number + 2))?;
            let row = self.row(game, &record);
            rows.push(row.ok_or_else(|| format!("line {}: expected a row of {game}", number + 2))?);
        }
        match self.games.get(rows.len()) {
            Some(game) => Err(format!("line {}: expected a row of {game}", rows.len() + 2)),
            None => Ok(rows),
        }
    }

    fn row(&self, game: &AnyGame, record: &csv::StringRecord) -> Option<Row> {
        let numbers = game.numbers();
        let (own, rest): (Vec<&str>, Vec<&str>) =
            (record.iter().take(numbers.len()).collect(), record.iter().skip(numbers.len()).collect());
        if !own.iter().zip(&numbers).all(|(field, number)| *field == number.to_string()) {
            return None;
        }
        let [value, nodes, plies, plies_nodes, table, checked] = rest[..] else { return None };
        let check = |name: &str| Check::ALL.into_iter().find(|check| check.name() == name);
        Some(Row {
            value: match value {
                "open" => None,
                value => Some(VALUES.into_iter().find(|known| known.to_string() == value)?),
            },
            nodes: nodes.parse().ok()?,
            plies: if plies.is_empty() { None } else { Some(plies.parse().ok()?) },
            plies_nodes: plies_nodes.parse().ok()?,
            table: table.parse().ok()?,
            checked: checked.split_whitespace().map(check).collect::<Option<_>>()?,
        })
    }

    /// The bytes of a file with these rows.
    pub(crate) fn write(&self, rows: &[Row]) -> Vec<u8> {
        let mut text = self.header().join(",") + "\n";
        for (game, row) in self.games.iter().zip(rows) {
            for number in game.numbers() {
                text += &format!("{number},");
            }
            let value = row.value_text();
            let plies = row.plies.map_or(String::new(), |plies| plies.to_string());
            let checked: Vec<&str> = row.checked.iter().map(|check| check.name()).collect();
            let Row { nodes, plies_nodes, table, .. } = row;
            text += &format!("{value},{nodes},{plies},{plies_nodes},{table},{}\n", checked.join(" "));
        }
        text.into_bytes()
    }
}

impl Row {
    /// `win`, `loss`, `draw` or `open`.
    pub(crate) fn value_text(&self) -> String {
        self.value.map_or("open".to_string(), |value| value.to_string())
    }
}
