//! [`Case`]: the clauses of Fitz that the judge tries.

use crate::judge::clauses::clauses;

clauses! {
    /// The clauses of Fitz.
    Case {
        FirstBoard: "Interaction" "the board is displayed at the beginning",
        Loaded: "F8" "a saved game is loaded and goes on",
        Placed: "The Game" "a tile is put where it fits, turned clockwise (F1), its middle on the board or not",
        TileShown: "F10" "the tile to be placed is shown: the next of the file, and after the last the first",
        Prompt: "Interaction" "`Player *] ` asks for a move, without a newline",
        Refused: "F4" "what is no move, or does not fit, only prompts again",
        Saved: "F5" "`save` writes the game and takes no turn",
        SaveFailed: "F5" "a save that fails is told on standard error, and the prompt comes again",
        Type1: "Automatic player moves" "type 1: every place for each angle, from the latest play of either side",
        Type2: "Automatic player moves" "type 2: every angle for each place, from its own latest play or its corner",
        Wins: "F3" "`Player * wins` when the other's tile fits nowhere, looked at before every turn (F10)",
        NoFirst: "F10" "a first tile that fits nowhere: the board and the winner at once",
        EmptyTile: "F11" "an empty tile is put anywhere",
        ShowMode: "F1" "one argument: every tile with its rotations, clockwise",
        Usage: "F2" "a wrong number of arguments: usage, exit status 1",
        TileAccess: "Errors and messages" "tiles that cannot be read: exit status 2",
        TileContents: "F7" "wrong tile files: exit status 3",
        PlayerType: "Errors and messages" "players other than h, 1 and 2: exit status 4",
        Dimensions: "F2" "a height or width that is no number from 1 to 999: exit status 5",
        SaveAccess: "Errors and messages" "a saved game that cannot be read: exit status 6",
        SaveContents: "F8" "wrong saved games: exit status 7",
        EndOfInput: "Errors and messages" "the end of input while somebody is to move: exit status 10",
        MidLine: "F6" "a last line without its newline counts",
        NormalExit: "Errors and messages" "a finished game: exit status 0, and no message",
        Ends: "Notes and tips" "the program ends by itself and never crashes",
    }
}

impl Case {
    /// The clause of an exit status.
    pub(super) fn of_status(status: u8) -> Case {
        match status {
            1 => Case::Usage,
            2 => Case::TileAccess,
            3 => Case::TileContents,
            4 => Case::PlayerType,
            5 => Case::Dimensions,
            6 => Case::SaveAccess,
            7 => Case::SaveContents,
            10 => Case::EndOfInput,
            _ => Case::NormalExit,
        }
    }
}
