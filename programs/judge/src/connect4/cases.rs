//! [`Case`]: the clauses of Connect4 that the judge tries.

use crate::clauses::clauses;

clauses! {
    /// The clauses of Connect4.
    Case {
        Start: "start" Document "the empty board with its fixed center is shown first"
            "In the center of each board is a fixed area that tokens cannot move through.",
        Display: "display" Document "the display string, to the letter"
            "The function should generate a special formatted string representation of the board.",
        Slides: "slides" Document "a token slides to the far side, another token or the center"
            "The token slides into the board, along the row or column, until it either reaches the opposite side of the board, or collides with an existing token, or collides with a fixed piece.",
        Forfeit: "C1-forfeit" Document "an entry that is taken forfeits the turn"
            "If a player (unwisely) selects a position to place their token which is already occupied by an existing token, then their token will not be placed (i.e. they forfeit their turn).",
        GoesOn: "goes-on" Document "nothing has ended the game: no winner is named"
            "The function should return 0 (i.e. false) if the game is not over.",
        FourInARow: "C3-four-in-a-row" Document "a line of at least four through the last token wins"
            "Place a token such that a line of at least four tokens is formed (in any direction vertical, horizontal or diagonal).",
        LastToPlace: "C2-last-to-place" Document "the side that takes the last free entry wins, even if inner cells are free"
            "If the board contains no available positions in which a new token can be placed, then the game is over and the winner is the current player.",
        BotMoves: "C5-bot-moves" Document "a bot plays a free entry"
            "The bot must return a valid move.",
        BotWins: "C5-bot-wins" Document "a bot takes an immediate win, last-to-place included"
            "If it is possible for the bot to win on its current move, then it must make a winning move.",
        Ends: "ends" Document "the program ends after the winner, and never crashes or hangs"
            "Your functions will … never … cause the marking program to crash or freeze regardless of the input.",
        SmallLetters: "C6-lower-case" Ruling "sides may be typed in lower case"
            "Each selected move is indicated with a single character for the side: 'N', 'E', 'W' or 'S'.",
        Unreadable: "C6-unreadable" Ruling "what cannot be read is asked for again"
            "The document does not say what a move that cannot be read is.",
        EndOfInput: "C6-end-of-input" Ruling "the program ends at the end of input"
            "The document does not say what the end of input does.",
        Status: "C6-status" Ruling "exit status 0 after a finished game"
            "The document does not name an exit status.",
        Letter: "C6-letter" Ruling "the exchange to the letter (with --strict)"
            "The document leaves the wording of most prompts to its driver.",
    }
}
