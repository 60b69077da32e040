//! [`Case`]: the clauses of Breakdown that the judge tries.

use crate::judge::clauses::clauses;

clauses! {
    /// The clauses of Breakdown.
    Case {
        Start: "B9" "the empty board is shown first",
        Vertical: "B3" "a vertical stick falls onto what is in its column",
        Horizontal: "B3" "a horizontal stick rests on the first support of any of its columns",
        Overhang: "B3" "a stick that hangs over empty cells enters from the top and stays rigid",
        RightEdge: "B3" "a horizontal stick reaches the right edge",
        SingleCell: "B4" "sticks of one cell drop vertically and horizontally",
        Falls: "B2" "breakdown lets every loose cell fall as far as there is air below it",
        Pass: "B2" "breakdown that moves nothing is a pass",
        OnlyBreakdown: "B2" "no stick fits, but something is loose: the game goes on",
        BlackWins: "B1" "black owns the square and white does not: black wins",
        WhiteWins: "B1" "white owns the square and black does not: white wins",
        OtherWins: "B1" "a square wins whoever made the move",
        BothSquares: "B1" "both own a square: a draw",
        FullDraw: "B1" "the board is full without a square: a draw",
        DeadDraw: "B1" "no stick fits and nothing is loose: a draw",
        EmptyNotJudged: "B1" "an empty board that no stick fits is not judged before the first move",
        GoesOn: "B1" "nothing has ended the game: it goes on",
        NoRoomVertical: "B3" "a column without room refuses a vertical stick",
        NoRoomHorizontal: "B3" "columns without room refuse a horizontal stick",
        SticksOut: "B3" "a horizontal stick that would stick out on the right is refused",
        InvalidKind: "B9" "a character that is no kind of move is invalid, and the color's prompt comes again",
        InvalidColumn: "B9" "a column beyond the board is invalid, and the color's prompt comes again",
        LongInput: "B9" "a line of more than one character is invalid (strict)",
        BlankLine: "B9" "blank lines are skipped (strict)",
        LabelsPast9: "B8" "labels past 9 are A to Z",
        LabelsPastZ: "B8" "labels past Z are a to z, then ?",
        Turns: "B9" "black and white take turns, and only a move passes the turn",
        Ends: "B9" "the program ends after the final board and the result",
        EndOfInput: "B9" "the program ends at the end of input",
        Letter: "B9" "the exchange to the letter (strict)",
    }
}
