//! Game files: reading and writing the document's JSON.
//!
//! The keys are those of the document, in its order (ruling K5). The reader checks every number and
//! drops unknown keys; an error names the wrong key as a path. No input makes the reader panic or
//! take more memory than a small multiple of its own length.
//!
//! ```
//! use gridlaw::games::candy::json;
//!
//! let text = br#"{"gamedef": {"gameid": 12345,
//!     "extensioncolor": {"rows": 1, "columns": 2, "data": [0, 1]},
//!     "boardstate": {"rows": 2, "columns": 2, "data": [1, 1, 1, 1]},
//!     "colors": 6}}"#;
//! let instance = json::read(text).unwrap();
//! assert_eq!(instance.definition().id(), 12345);
//! assert_eq!(json::read(json::write(&instance).as_bytes()), Ok(instance));
//!
//! let text = String::from_utf8_lossy(text).replace("[1, 1, 1, 1]", "[1, 1, -1, 1]");
//! assert_eq!(
//!     json::read(text.as_bytes()).unwrap_err().to_string(),
//!     "gamedef.boardstate.data[2]: invalid value: integer `-1`, \
//!      expected a whole number from 0 to 4294967295 at line 3 column 61"
//! );
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor};

use super::{Definition, Fault, Instance, InstanceError, State, Table};

/// Why a game file is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// The text is not JSON, a key is missing or duplicate, or a value has a wrong type or is out
    /// of range.
    #[error("{0}")]
    Syntax(String),
    /// The values do not make a game.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

/// Reads a game.
///
/// # Errors
/// [`JsonError`]. Its message is one line, whatever the text holds.
pub fn read(text: &[u8]) -> Result<Instance, JsonError> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let file: Object<InstanceFile> = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| JsonError::Syntax(printable(&error.path().to_string(), &error.inner().to_string())))?;
    deserializer.end().map_err(|error| JsonError::Syntax(error.to_string()))?;
    let InstanceFile { gamedef: Object(gamedef), gamestate } = file.0;
    let definition = Definition::new(
        gamedef.gameid.0,
        gamedef.extensioncolor.0.into(),
        gamedef.boardstate.0.into(),
        gamedef.colors.0,
    )?;
    match gamestate {
        Some(Object(gamestate)) => Ok(Instance::new(definition, gamestate.try_into()?)?),
        None => Ok(definition.into()),
    }
}

/// Writes a game. The text ends with a newline.
///
/// ```
/// use gridlaw::games::candy::{NewGame, json};
///
/// let new = NewGame { extension_rows: 1, ..NewGame::new(3, 1) };
/// let text = json::write(&new.make().unwrap().into());
/// assert!(text.starts_with("{\n  \"gamedef\": {\n    \"gameid\": 0,\n"));
/// ```
#[must_use]
pub fn write(instance: &Instance) -> String {
    let definition = instance.definition();
    let mut text = format!("{{\n  \"gamedef\": {{\n    \"gameid\": {},", definition.id());
    push_table(&mut text, "extensioncolor", definition.extension(), &number);
    push_table(&mut text, "boardstate", definition.states(), &number);
    text += &format!("\n    \"colors\": {}\n  }}", definition.colors());
    if let Some(State { colors, states, moves, score, offsets }) = instance.state() {
        text += ",\n  \"gamestate\": {";
        push_table(&mut text, "boardcandies", colors, &|color| format!("{{\"color\": {color}, \"type\": 0}}"));
        push_table(&mut text, "boardstate", states, &number);
        text += &format!("\n    \"movesmade\": {moves},\n    \"currentscore\": {score},");
        text += &format!("\n    \"extensionoffset\": {}\n  }}", array(offsets, &number));
    }
    text + "\n}\n"
}

/// Appends a table as the value of a key, one line per key.
fn push_table(text: &mut String, key: &str, table: &Table, element: &dyn Fn(&u32) -> String) {
    let Table { rows, columns, data } = table;
    *text += &format!("\n    \"{key}\": {{\n      \"rows\": {rows},\n      \"columns\": {columns},");
    *text += &format!("\n      \"data\": {}\n    }},", array(data, element));
}

/// An array on one line.
fn array<T>(values: &[T], element: &dyn Fn(&T) -> String) -> String {
    format!("[{}]", values.iter().map(element).collect::<Vec<_>>().join(", "))
}

fn number<T: ToString>(value: &T) -> String {
    value.to_string()
}

/// The greatest length of the path in an error. Only paths with unknown keys are longer.
const LONGEST_PATH: usize = 200;

/// Puts a message on one line and escapes its control characters, so that no terminal obeys them.
fn printable(path: &str, message: &str) -> String {
    let escaped = |text: &str| -> String {
        let escape = |letter: char| match letter.is_control() {
            true => letter.escape_default().to_string(),
            false => letter.to_string(),
        };
        text.chars().map(escape).collect()
    };
    // `?` stands for a key that could not be read, which names no place.
    let path = path.strip_suffix('?').map_or(path, |rest| rest.strip_suffix('.').unwrap_or(rest));
    let path: String = escaped(path).chars().take(LONGEST_PATH).collect();
    match path.as_str() {
        // The whole file.
        "" | "." => escaped(message),
        _ => format!("{path}: {}", escaped(message)),
    }
}

#[derive(Deserialize)]
struct InstanceFile {
    gamedef: Object<DefinitionFile>,
    #[serde(default, deserialize_with = "present")]
    gamestate: Option<Object<StateFile>>,
}

#[derive(Deserialize)]
struct DefinitionFile {
    gameid: Whole<u32>,
    extensioncolor: Object<TableFile<Whole<u32>>>,
    boardstate: Object<TableFile<Whole<u32>>>,
    colors: Whole<u32>,
}

#[derive(Deserialize)]
struct StateFile {
    boardcandies: Object<TableFile<Object<CandyFile>>>,
    boardstate: Object<TableFile<Whole<u32>>>,
    movesmade: Whole<u64>,
    currentscore: Whole<u64>,
    extensionoffset: Vec<Whole<u64>>,
}

#[derive(Deserialize)]
struct TableFile<T> {
    rows: Whole<u32>,
    columns: Whole<u32>,
    data: Vec<T>,
}

#[derive(Deserialize)]
struct CandyFile {
    color: Whole<u32>,
    r#type: Whole<u32>,
}

impl From<TableFile<Whole<u32>>> for Table {
    fn from(file: TableFile<Whole<u32>>) -> Table {
        Table { rows: file.rows.0, columns: file.columns.0, data: file.data.into_iter().map(|value| value.0).collect() }
    }
}

impl TryFrom<StateFile> for State {
    type Error = InstanceError;

    fn try_from(file: StateFile) -> Result<State, InstanceError> {
        let TableFile { rows, columns, data } = file.boardcandies.0;
        if let Some(index) = data.iter().position(|candy| candy.0.r#type.0 != 0) {
            let key = format!("gamestate.boardcandies.data[{index}].type");
            return Err(InstanceError { key, fault: Fault::Type { found: data[index].0.r#type.0 } });
        }
        let data = data.into_iter().map(|candy| candy.0.color.0).collect();
        Ok(State {
            colors: Table { rows: rows.0, columns: columns.0, data },
            states: file.boardstate.0.into(),
            moves: file.movesmade.0,
            score: file.currentscore.0,
            offsets: file.extensionoffset.into_iter().map(|offset| offset.0).collect(),
        })
    }
}

/// Deserializes a key that may be missing but not null.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A number without sign, fraction or exponent.
struct Whole<T>(T);

impl<'de, T: TryFrom<u64> + Highest> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole<T>, D::Error> {
        deserializer.deserialize_u64(WholeVisitor(PhantomData))
    }
}

/// The greatest number of an integer type.
trait Highest {
    const HIGHEST: u64;
}

impl Highest for u32 {
    const HIGHEST: u64 = u32::MAX as u64;
}

impl Highest for u64 {
    const HIGHEST: u64 = u64::MAX;
}

struct WholeVisitor<T>(PhantomData<T>);

impl<T: TryFrom<u64> + Highest> Visitor<'_> for WholeVisitor<T> {
    type Value = Whole<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from 0 to {}", T::HIGHEST)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Whole<T>, E> {
        T::try_from(number).map(Whole).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Whole<T>, E> {
        let unsigned = u64::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))?;
        self.visit_u64(unsigned)
    }
}

/// A JSON object. The derived implementation alone would also accept an array of the values.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}
