/** The plan of an animation: what the rules report of a move, as pictures one after the other. */

/**
 * @typedef {[number, number]} Square row and column, from 0 at the top left; may lie off the board
 * @typedef {{from: Square | null, to: Square | null, code: number}} Change
 * @typedef {{kind: string, changes: Change[]}} Round
 * @typedef {{kind: string, still: Uint8Array, moving: Change[], after: Uint8Array}} Step
 */

/** The most steps that are shown. A longer cascade shows its first ones and then its end. */
export const MOST_STEPS = 200;

/**
 * Makes the steps that lead from a board to the board after a move.
 *
 * `still` is the board without the pieces that move in this step, but with those that appear;
 * `moving` are the pieces that move or vanish; `after` is the board once they have arrived. The
 * last `after` is the final board.
 * @param {Uint8Array} cells the board before the move
 * @param {number} rows
 * @param {number} columns
 * @param {Round[]} rounds
 * @returns {Step[]}
 */
export function makeSteps(cells, rows, columns, rounds) {
  const index = (square) =>
    square && square[0] >= 0 && square[0] < rows && square[1] >= 0 && square[1] < columns
      ? square[0] * columns + square[1]
      : -1;
  const steps = [];
  let board = cells;
  for (const { kind, changes } of rounds) {
    const still = board.slice();
    for (const { from } of changes) {
      const square = index(from);
      if (square >= 0) still[square] = 0;
    }
    const after = still.slice();
    for (const change of changes) {
      const square = index(change.to);
      if (square < 0) continue;
      after[square] = change.code;
    }
    for (const change of changes) {
      const square = index(change.to);
      if (change.from === null && square >= 0) still[square] = change.code;
    }
    const moving = changes.filter(({ from }) => from !== null);
    steps.push({ kind, still, moving, after });
    board = after;
  }
  return steps.length > MOST_STEPS
    ? [...steps.slice(0, MOST_STEPS - 1), steps[steps.length - 1]]
    : steps;
}

/**
 * How long a step lasts. Cascades of many steps go faster.
 * @param {string} kind the step's kind
 * @param {number} count steps of the whole animation
 * @returns {number} milliseconds
 */
export function stepTime(kind, count) {
  const usual = kind === 'explode' ? 210 : 280;
  return Math.max(40, Math.min(usual, 5000 / count));
}
