//! [`Case`]: the clauses of Fitz that the judge tries.

use crate::clauses::clauses;

clauses! {
    /// The clauses of Fitz.
    Case {
        FirstBoard: "first-board" Document "the board is displayed at the beginning"
            "At the beginning of the game and after each player's turn, the board will be displayed.",
        TileShown: "F10-tile" Document "the tile to be placed is shown: the next of the file, and after the last the first"
            "The tiles must be used in the order they appear in the file. If you run out of tiles, start again at the beginning of the file.",
        Prompt: "prompt" Document "`Player *] ` asks for a move, without a newline"
            "There is a space following the ].",
        Placed: "F1-placed" Document "a tile is put where it fits, turned clockwise, its middle on the board or not"
            "Row and column do not necessarily need to be on the board for a move to be legal.",
        Refused: "F4-refused" Document "what is no move, or does not fit, only prompts again"
            "If the user's input is empty or invalid, reprompt immediately (without redisplaying the board).",
        Saved: "F5-save" Document "`save` writes the game and takes no turn"
            "To save a game, instead of entering a row and column, enter save followed immediately by the path of the file to save to.",
        SaveFailed: "F5-save-failed" Document "a save that fails is told on standard error, and the prompt comes again"
            "Error opening file for saving save game … Prompt again … Unable to save game",
        Loaded: "F8-load" Document "a saved game is loaded and goes on"
            "If only four command line arguments are given, the last one should be interpretted as the name of a file containing a saved game to load.",
        Type1: "type-1" Document "type 1: every place for each angle, from the latest play of either side"
            "… be the most recent legal play by either player (or -2, -2 if no moves have been made yet).",
        Type2: "type-2" Document "type 2: every angle for each place, from its own latest play or its corner"
            "… be the most recent legal play by this player. … Move to next position (wrapping as needed)",
        Wins: "F3-wins" Document "`Player * wins` when the other's tile fits nowhere, looked at before every turn"
            "The game ends when a player can not place their next tile. That player loses.",
        NoFirst: "F10-no-first" Document "a first tile that fits nowhere: the board and the winner at once"
            "End of game checks should be performed before each player needs to choose a move.",
        ShowMode: "F1-show" Document "one argument: every tile with its rotations, clockwise"
            "For each tile in the file (in order), print the tile with its three rotations next to it (space separated).",
        Usage: "F2-usage" Document "a wrong number of arguments: usage, exit status 1"
            "When run with an incorrect number of arguments, fitz should print usage instructions to stderr.",
        TileAccess: "tile-access" Document "tiles that cannot be read: exit status 2"
            "Tile file can't be read … Can't access tile file",
        TileContents: "F7-tile-contents" Document "wrong tile files: exit status 3"
            "Tile file is incorrect … Invalid tile file contents",
        PlayerType: "player-type" Document "players other than h, 1 and 2: exit status 4"
            "Error conditions should be tested in the order given in the table.",
        Dimensions: "F2-dimensions" Document "a height or width that is no number from 1 to 999: exit status 5"
            "If five command line arguments are given, the last two should be interpretted as integers between 1 and 999 inclusive.",
        SaveAccess: "save-access" Document "a saved game that cannot be read: exit status 6"
            "Save file can't be read … Can't access save file",
        SaveContents: "F8-save-contents" Document "wrong saved games: exit status 7"
            "Things to watch out for: … Files with fewer lines than the grid size requires. … Files with characters in the wrong places.",
        EndOfInput: "end-of-input" Document "the end of input while somebody is to move: exit status 10"
            "End of file while waiting for user input … End of input",
        MidLine: "F6-mid-line" Document "a last line without its newline counts"
            "If end of input is encountered mid way through processing a line, process that line as normal.",
        NormalExit: "normal-exit" Document "a finished game: exit status 0, and no message"
            "For a normal exit, the status will be 0 and no special message is printed.",
        Ends: "ends" Document "the program ends by itself and never crashes"
            "Your programs should not crash or lock up/loop indefinitely.",
        EmptyTile: "F11-empty-tile" Ruling "an empty tile is put anywhere"
            "The document does not say whether a tile may be empty.",
        PlainNumbers: "F2-plain-numbers" Ruling "`+5` and ` 5` are no heights or widths; `+1` is a row"
            "The document says \"integers\" and not how they may be written.",
        BareSave: "F5-bare-save" Ruling "`save` without a path fails to save"
            "The document does not say what `save` without a path is.",
        UsageName: "F2-usage-name" Ruling "the usage text names the program `fitz`, however it was called"
            "Usage: fitz tilefile [p1type p2type [height width | filename]]",
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
