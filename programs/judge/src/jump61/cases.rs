//! [`Case`]: the clauses of Jump61 that the judge tries.

use crate::clauses::clauses;

clauses! {
    /// The clauses of Jump61.
    Case {
        Size: "size" Document "`size` and `clear` make a neutral board; they, `auto` and `manual` stop the game"
            "Stops any current game, clears the board to its initial configuration, and sets the size of the board to N squares.",
        Dump: "dump" Document "`dump` shows the board between its markers, a line a row"
            "This command is especially for testing and debugging. It prints the board out in exactly the following format.",
        Set: "J3-set" Document "`set` puts spots on a square; 0 makes it neutral with one"
            "Put N spots at row R and column C … When N is 0, P is ignored and the square is cleared.",
        Turn: "J2-turn" Document "whose turn it is follows from the spots"
            "If the spot count plus the board size is even, it is Red's move, and if odd, Blue's move.",
        Moves: "moves" Document "a move adds one spot to a square that is not the opponent's, and colors it"
            "A move consists of adding one spot on any square that does not have the opponent's color.",
        Cascades: "cascades" Document "overfull squares give a spot to every neighbor, which takes the player's color"
            "For each neighbor of the overfull square, move one spot out of the square and into the neighbor … Give each of these neighboring squares the player's color.",
        Wins: "J7-wins" Document "the winner's line once, as soon as all squares have one color"
            "When either player enters a winning move, the program should print a line saying either \"Red wins.\" or \"Blue wins.\" as appropriate.",
        FalseWin: "false-win" Document "no winner's line while nobody has won"
            "Use exactly those phrases, and do not use them in any other context.",
        Opponents: "opponents-square" Document "a square of the opponent's is refused"
            "Illegal moves must be rejected (they have no effect on the board; …",
        Refused: "J4-errors" Document "what is in error changes nothing, and does not stop a game"
            "When users enter erroneous input, you should print an error message, and the input should have no effect.",
        NotPlaying: "J1-not-playing" Document "a move while no game is in progress changes nothing"
            "Playing stops until the next start command.",
        Comments: "comments" Document "empty lines and comments have no effect, and extra operands are ignored"
            "Empty lines have no effect, and a command line whose first non-blank character is '#' is ignored as a comment.",
        AutomaticLegal: "automatic-legal" Document "`P moves R C.` for every automatic move, which is legal"
            "When an AI plays, print out the moves that it makes using the format \"P moves R C.\".",
        AutomaticPlays: "automatic-plays" Document "an automatic side moves whenever it is its turn in a game"
            "Causes player P to be played by an automated player (an AI) on subsequent moves.",
        Strength: "J10-finds-wins" Document "the automatic player finds a win that is at most four plies away (with --ai)"
            "Your AI must reliably find a win from any position in which a forced win is four or fewer moves away.",
        Holds: "J10-holds" Document "the automatic player does not walk into a loss by the next four plies (with --ai)"
            "Likewise, it should be able to put off defeat for at least four moves.",
        Status: "status" Document "the exit status is 0 whatever was typed"
            "Regardless of whether users have made errors during a session, your program should always exit with code 0.",
        Ends: "ends" Document "the program ends at `quit` or the end of input, and is always in control of it"
            "Your program must always be in control of its own termination. Terminating by means of an unhandled exception is never acceptable.",
        LongStrength: "J10-finds-long-wins" Ruling "the automatic player finds a win that is four of its own moves away (with --ai)"
            "The document says \"four or fewer moves away\" and not whose moves count.",
        LongHolds: "J10-holds-long" Ruling "the automatic player avoids a loss by one of the opponent's next four moves (with --ai)"
            "The document says \"at least four moves\" and not whose moves count.",
        StartWon: "J7-start" Ruling "`start` on a won board changes nothing"
            "The document does not say what `start` does on a board that is won.",
        Words: "J5-words" Ruling "command words: case does not matter, and a prefix will do"
            "The document gives the words and does not shorten them.",
        Letter: "J8-letter" Ruling "output to the letter, and errors on standard error (with --strict)"
            "Otherwise, you are free to prompt for input however you want.",
    }
}
