//! [`Case`]: the clauses of Breakdown that the judge tries.

use crate::clauses::clauses;

clauses! {
    /// The clauses of Breakdown.
    Case {
        Start: "start" Document "the empty board is shown first"
            "Use board_show to draw the state of the board.",
        Cells: "cells" Document "a row is its label, a blank, and `.`, `*` or `o` for each cell"
            "The narrative of an example game earlier in this writeup shows the required format.",
        Blanks: "blank-lines" Document "a blank line and a blank column stand between the labels and the board"
            "Notice that there are blank horizontal and vertical lines separating the row and column headers from the board itself.",
        LabelsPast9: "labels-past-9" Document "labels past 9 are A to Z"
            "The label for index 10 should be A.",
        LabelsPastZ: "labels-past-Z" Document "labels past Z are a to z, then ?"
            "If you have more than 36 rows or columns, then the lower-case letters should be used next.",
        Prompts: "prompts" Document "the prompt is exactly `Black: ` or `White: `"
            "Print a prompt, either \"Black: \" or \"White: \", depending upon whose move it is.",
        Turns: "turns" Document "black and white take turns, and only a move passes the turn"
            "Players take turns, starting with black, then white, then black, and so on.",
        Vertical: "B3-vertical" Document "a vertical stick falls onto what is in its column"
            "Because of gravity, sticks fall down in a column to the lowest spot they can reach.",
        Horizontal: "B3-horizontal" Document "a horizontal stick rests on the first support of any of its columns"
            "A stick dropped horizontally remains rigid, and only falls as far as the highest point where it can rest, across all of its columns.",
        Overhang: "B3-overhang" Document "a stick that hangs over empty cells enters from the top and stays rigid"
            "Sticks can successfully hang, even if there is \"air\" underneath most of their columns, so long as at least one column is supported.",
        RightEdge: "B3-right-edge" Document "a horizontal stick reaches the right edge"
            "It instead drops the stick horizontally, with the leftmost cell occupied by the stick being specified by the column parameter and the rest of the stick to its right.",
        SingleCell: "B4-single-cell" Document "sticks of one cell drop vertically and horizontally"
            "The length of sticks is configurable from game to game.",
        Falls: "B2-falls" Document "breakdown lets every loose cell fall as far as there is air below it"
            "These squares then fall within their columns if there was \"air\" beneath them.",
        Pass: "B2-pass" Document "breakdown that moves nothing is a pass"
            "Were the other player to perform a breakdown immediately after this one, it would have no effect.",
        OnlyBreakdown: "B2-only-breakdown" Document "no stick fits, but something is loose: the game goes on"
            "If there is no location where a player can drop a stick, trying both vertically and horizontally, and a breakdown maneuver would result in no change to the board, then the game is a draw.",
        BlackWins: "B1-black-wins" Document "black owns the square and white does not: black wins"
            "The objective of the game is to form a square with your occupied cells, of at least a given dimension.",
        WhiteWins: "B1-white-wins" Document "white owns the square and black does not: white wins"
            "The objective of the game is to form a square with your occupied cells, of at least a given dimension.",
        OtherWins: "B1-other-wins" Document "a square wins whoever made the move"
            "Then that player wins, even if it is their opponent that just moved.",
        BothSquares: "B1-both-squares" Document "both own a square: a draw"
            "If both players happen to form a square at the same time, then the game is a draw.",
        FullDraw: "B1-full-draw" Document "the board is full without a square: a draw"
            "The game is also a tie if all the cells are filled without any player forming a square.",
        DeadDraw: "B1-dead-draw" Document "no stick fits and nothing is loose: a draw"
            "If there is no location where a player can drop a stick, trying both vertically and horizontally, and a breakdown maneuver would result in no change to the board, then the game is a draw.",
        GoesOn: "B1-goes-on" Document "nothing has ended the game: no result is told"
            "If the game is not over, switch the turn to the other player, and then go back to Step 1.",
        NoRoomVertical: "B3-no-room-vertical" Document "a column without room refuses a vertical stick"
            "If the move requests that a stick be dropped into an already-full region, so state and go back to step 2.",
        NoRoomHorizontal: "B3-no-room-horizontal" Document "columns without room refuse a horizontal stick"
            "If the move requests that a stick be dropped into an already-full region, so state and go back to step 2.",
        SticksOut: "B3-sticks-out" Document "a horizontal stick that would stick out on the right is refused"
            "… drop a stick horizontally or vertically into a set of cells for which there is sufficient room",
        InvalidKind: "invalid-kind" Document "a character that is no kind of move is invalid, and the color's prompt comes again"
            "If the input cannot be parsed (is an invalid character), so state and go back to step 2.",
        InvalidColumn: "invalid-column" Document "a column beyond the board is invalid, and the color's prompt comes again"
            "If the input cannot be parsed (is an invalid character), so state and go back to step 2.",
        OptionOrder: "option-order" Document "the options come in any order"
            "The user should be able to specify any valid values on the command line, and in any order.",
        OneForm: "one-representation" Document "exactly one of -m and -b is required"
            "Require that the user specify either the command line option -m or -b (exactly one of them).",
        Ends: "ends" Document "the program ends after the final board and the result, and never crashes"
            "If it is, show the final board state, print the outcome, and exit the program.",
        EmptyNotJudged: "B1-empty-board" Ruling "an empty board that no stick fits is not judged before the first move"
            "The document judges after a move and does not say what an empty board without moves is.",
        Sizes: "B7-sizes" Ruling "sizes that make no sense are played as any others"
            "Some combinations of these parameters do not make sense; the user may specify any valid values.",
        LongInput: "B9-long-input" Ruling "a line of more than one character is invalid"
            "Your code is not expected to be robust to improper entry of multiple characters when only one is expected.",
        BlankLine: "B9-blank-line" Ruling "blank lines are skipped"
            "The document reads single characters and does not say what an empty line is.",
        UnknownOption: "B9-unknown-option" Ruling "an unknown option is misuse: usage, and exit status 2"
            "The document does not say what a wrong command line does.",
        EndOfInput: "B9-end-of-input" Ruling "the program ends at the end of input"
            "The document does not say what the end of input does.",
        Status: "B9-status" Ruling "exit status 0 after a finished game"
            "The document does not name an exit status.",
        Letter: "B9-letter" Ruling "the exchange to the letter (with --strict)"
            "Sprinkle in newlines where needed to make the interaction look visually appealing.",
    }
}
