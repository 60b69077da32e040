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

use std::fmt;
use std::io::{self, Write};
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::ser::Formatter;

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
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Lines::default());
    InstanceFile::from(instance).serialize(&mut serializer).expect("numbers are written into memory");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("JSON is UTF-8")
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

#[derive(Serialize, Deserialize)]
struct InstanceFile {
    gamedef: Object<DefinitionFile>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    gamestate: Option<Object<StateFile>>,
}

#[derive(Serialize, Deserialize)]
struct DefinitionFile {
    gameid: Whole<u32>,
    extensioncolor: Object<TableFile<Whole<u32>>>,
    boardstate: Object<TableFile<Whole<u32>>>,
    colors: Whole<u32>,
}

#[derive(Serialize, Deserialize)]
struct StateFile {
    boardcandies: Object<TableFile<Object<CandyFile>>>,
    boardstate: Object<TableFile<Whole<u32>>>,
    movesmade: Whole<u64>,
    currentscore: Whole<u64>,
    extensionoffset: Vec<Whole<u64>>,
}

#[derive(Serialize, Deserialize)]
struct TableFile<T> {
    rows: Whole<u32>,
    columns: Whole<u32>,
    data: Vec<T>,
}

#[derive(Serialize, Deserialize)]
struct CandyFile {
    color: Whole<u32>,
    r#type: Whole<u32>,
}

impl From<&Instance> for InstanceFile {
    fn from(instance: &Instance) -> InstanceFile {
        let definition = instance.definition();
        let gamedef = DefinitionFile {
            gameid: Whole(definition.id()),
            extensioncolor: definition.extension().into(),
            boardstate: definition.states().into(),
            colors: Whole(definition.colors()),
        };
        let gamestate = instance.state().map(|state| {
            let Table { rows, columns, data } = &state.colors;
            let candy = |&color| Object(CandyFile { color: Whole(color), r#type: Whole(0) });
            Object(StateFile {
                boardcandies: Object(TableFile {
                    rows: Whole(*rows),
                    columns: Whole(*columns),
                    data: data.iter().map(candy).collect(),
                }),
                boardstate: (&state.states).into(),
                movesmade: Whole(state.moves),
                currentscore: Whole(state.score),
                extensionoffset: state.offsets.iter().copied().map(Whole).collect(),
            })
        });
        InstanceFile { gamedef: Object(gamedef), gamestate }
    }
}

impl From<&Table> for Object<TableFile<Whole<u32>>> {
    fn from(Table { rows, columns, data }: &Table) -> Object<TableFile<Whole<u32>>> {
        let data = data.iter().copied().map(Whole).collect();
        Object(TableFile { rows: Whole(*rows), columns: Whole(*columns), data })
    }
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

impl<T: Serialize> Serialize for Whole<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

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

impl<T: Serialize> Serialize for Object<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

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

/// The format of [`write()`]: one key per line, and every array, with its contents, on one line.
#[derive(Default)]
struct Lines {
    objects: usize,
    arrays: usize,
}

impl Lines {
    /// Begins a new line, or inside an array writes the separator `in_array`.
    fn begin<W: Write + ?Sized>(&self, writer: &mut W, in_array: &[u8]) -> io::Result<()> {
        if self.arrays > 0 {
            return writer.write_all(in_array);
        }
        write!(writer, "\n{:indent$}", "", indent = 2 * self.objects)
    }
}

impl Formatter for Lines {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.arrays += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.arrays -= 1;
        writer.write_all(b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.objects += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.objects -= 1;
        self.begin(writer, b"")?;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.begin(writer, if first { b"" } else { b" " })
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
