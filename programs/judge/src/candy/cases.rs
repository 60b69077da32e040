//! The clauses of Candy.

use crate::clauses::clauses;

clauses! {
    /// The clauses of Candy.
    Case {
        Settles: "K3-settles" Document "a game without a state starts from the empty board: it is filled, and settled"
            "The initial game state is derived from the game definition by applying gravity and then settling the board.",
        Resumes: "K3-resumes" Document "a game with a state goes on from it"
            "It is simply a container for the a game definition and, optionally, a game state.",
        Colors: "K1-templates" Document "templates fire in their order, each over the whole board, and gravity comes once a step"
            "… the entire board is searched for applications of vFour before any other templates are considered … All templates firings are performed before gravity is applied.",
        States: "states" Document "a square's state is lowered by one with every explosion, down to 0"
            "A 2D array representing the remaining number of firings required for each board square.",
        Score: "score" Document "the score counts explosions on squares with a state above 0"
            "Each time a candy explodes in a square with a positive state, the score is incremented.",
        Offsets: "K4-offsets" Document "every column counts what it has taken from the extension"
            "Each integer is the index of the next extension board square to use when sliding candies into the top of the board in the corresponding column.",
        MovesMade: "K2-moves" Document "a swap is made if a template matches after it, and only then is counted"
            "A move is allowed only if it results in at least one template firing.",
        Illegal: "K2-illegal" Document "an illegal swap changes nothing"
            "A move is allowed only if it results in at least one template firing.",
        StepLimit: "K1-step-limit" Document "a settling that never ends is ended after 1000 steps"
            "We arbitrarily bound the number of steps taken during settling at 1000.",
        Definition: "K5-definition" Document "the definition is saved as it was"
            "The game definition defines the game, before any moves have been made.",
        Saved: "K7-saved" Document "the game is saved on leaving: at `q` or the end of input"
            "The sample executable always writes a serialization to file test.out as it terminates.",
        Ends: "ends" Document "the program ends by itself and never crashes"
            "It must be possible to invoke your application with the command ./hw4 someFileName",
        Unwrapped: "K4-unwrapped" Ruling "offsets are saved unwrapped"
            "The offset is wrapped onto the extension, meaning that it could be larger than the number of rows in the extension.",
        Won: "K6-won" Ruling "all states 0: the game is said to be won, and may go on"
            "At this point, the game has no objective - you just play until you stop.",
        Stuck: "K6-stuck" Ruling "no legal swap, and not won"
            "At this point, the game has no objective - you just play until you stop.",
        BadFiles: "K5-bad-files" Ruling "a wrong game file is an error: exit status 1, and nothing is saved"
            "The document does not say what a wrong game file does.",
        Status: "K7-status" Ruling "exit status 0"
            "The document does not name an exit status.",
        Letter: "K7-letter" Ruling "answers and file to the letter (with --strict)"
            "The specification of this homework doesn't say anything about how the user can cause a serialization to be written.",
    }
}
