/** A game on the page without the page: its moves, where in them it stands, and every position. */

import { Game } from './gridlaw.js';

/** The most squares that the page draws. */
export const MOST_SQUARES = 4096;

/** A game with its record. The moves after `at` are those that were undone. */
export class Session {
  /**
   * Opens a game at its start.
   * @param {string} args the game, as on the command line
   * @param {string=} content the text of the file that `args` names
   * @throws {Error} when the engine refuses the game, or the board is too large to draw
   */
  constructor(args, content) {
    const game = new Game(args, content);
    const start = game.start();
    if (start.rows * start.columns > MOST_SQUARES) {
      throw new Error(`cannot draw ${start.rows} × ${start.columns} squares: the page draws ${MOST_SQUARES} at most`);
    }
    // As the module writes it: `-w4` and `--rows=4` become words of their own.
    this.args = game.args;
    this.content = content;
    this.game = game;
    this.kind = game.kind;
    this.moves = [];
    this.positions = [start];
    this.at = 0;
  }

  /** The position that is shown. */
  get position() {
    return this.positions[this.at];
  }

  /** The moves that lead to the position that is shown. */
  get played() {
    return this.moves.slice(0, this.at);
  }

  /**
   * Plays a move. Undone moves are forgotten, unless the move is the first of them.
   * @param {string} text
   * @throws {Error} when the move cannot be played; nothing has changed then
   */
  play(text) {
    const next = this.position.copy();
    next.play(text);
    if (this.moves[this.at] !== text) {
      this.moves.length = this.at;
      this.positions.length = this.at + 1;
      this.moves.push(text);
      this.positions.push(next);
    }
    this.at += 1;
  }

  /**
   * Plays a whole record from the start.
   * @param {string[]} moves
   * @returns {string | null} why the record stops before its end, or null
   */
  load(moves) {
    this.goTo(0);
    this.moves.length = 0;
    this.positions.length = 1;
    for (const [index, move] of moves.entries()) {
      try {
        this.play(move);
      } catch (error) {
        return `Move ${index + 1}, ${move}: ${error.message}`;
      }
    }
    return null;
  }

  /**
   * Shows the position after `count` moves of the record.
   * @param {number} count clamped to the record's length
   */
  goTo(count) {
    this.at = Math.max(0, Math.min(count, this.moves.length));
  }

  /**
   * The legal moves of the position that is shown, with the squares that each would write.
   * @returns {{n: number, text: string, cells: [number, number][]}[]}
   */
  legal() {
    const position = this.position;
    return Array.from(position.actions(), (n) => ({
      n,
      text: this.game.moveText(n),
      cells: position.touches(n),
    }));
  }
}
