/** Links to a game after some moves: `#GAME ARGS;MOVES`, percent-encoded. */

/** The game that an empty link opens. */
export const FIRST = 'breakdown -w 4 -h 5 -k 2 -q 2';

/**
 * Parses the fragment of an address.
 * @param {string} fragment with or without the leading `#`
 * @returns {{args: string, moves: string[]}}
 * @throws {Error} when the percent-encoding is broken
 */
export function parseLink(fragment) {
  const text = fragment.replace(/^#/, '');
  if (text === '') return { args: FIRST, moves: [] };
  let plain;
  try {
    plain = decodeURIComponent(text);
  } catch {
    throw new Error(`expected a percent-encoded link, found ${text.slice(0, 60)}`);
  }
  const [args, moves = ''] = plain.split(/;(.*)/s);
  return { args: words(args).join(' '), moves: words(moves) };
}

/**
 * Formats a link. `parseLink` reads it back.
 * @param {string} args the game, as on the command line
 * @param {string[]} moves
 */
export function formatLink(args, moves) {
  return '#' + encodeURIComponent(`${args};${moves.join(' ')}`);
}

/**
 * The moves of a record: blanks and line ends separate them.
 * @param {string} text
 * @returns {string[]}
 */
export function words(text) {
  return text.split(/\s+/).filter((word) => word !== '');
}
