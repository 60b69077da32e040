/** The tile that Fitz lays next, as a picture. */

/**
 * Reads the tile that a position places next, turned clockwise.
 * @param {string} content the tile file: tiles of five lines, an empty line between them
 * @param {string} setup the position; its last word is the index of the tile
 * @param {number} angle 0, 90, 180 or 270
 * @returns {string[]} five rows of `!` and `,`
 */
export function tileAt(content, setup, angle) {
  const tiles = content.trim().split(/\n\s*\n/).map((tile) => tile.split('\n'));
  let rows = tiles[Number(setup.split(' ').at(-1)) % tiles.length];
  for (let turned = 0; turned < angle; turned += 90) {
    rows = rows.map((_, col) => rows.map((row) => row[col]).reverse().join(''));
  }
  return rows;
}
