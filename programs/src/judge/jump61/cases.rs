//! [`Case`]: the clauses of Jump61 that the judge tries.

use crate::judge::clauses::clauses;

clauses! {
    /// The clauses of Jump61.
    Case {
        Size: "Textual Input Language" "`size` and `clear` make a neutral board and stop the game",
        Moves: "Rules of Jump61" "a move adds one spot to a square that is not the opponent's, and colors it",
        Cascades: "Rules of Jump61" "overfull squares give a spot to every neighbor, which takes the player's color",
        Wins: "J7" "the winner's line once, as soon as all squares have one color; then playing stops",
        Turn: "J2" "whose turn it is follows from the spots",
        Refused: "J4" "what is in error changes nothing, and does not stop a game",
        NotPlaying: "J1" "a move while no game is in progress is an error",
        Opponents: "Rules of Jump61" "a square of the opponent's is refused",
        Set: "Textual Input Language" "`set` puts spots on a square; 0 makes it neutral with one (J3)",
        Words: "J5" "command words: case does not matter, and a prefix will do",
        AutomaticLegal: "Output" "`P moves R C.` for every automatic move, which is legal",
        AutomaticPlays: "Textual Input Language" "an automatic side moves whenever it is its turn in a game",
        Strength: "J10" "the automatic player finds a win that is at most four of its moves away",
        Holds: "J10" "the automatic player does not walk into a loss by one of the next four moves",
        Dump: "Textual Input Language" "`dump` shows the board between its markers, a line a row",
        Status: "Output" "the exit status is 0 whatever was typed",
        Ends: "Other Requirements" "the program ends at `quit` or the end of input, and is always in control of it",
        Letter: "J8" "output to the letter, and errors on standard error (strict)",
    }
}
