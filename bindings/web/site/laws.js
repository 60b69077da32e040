/**
 * Sentences of the documents, with a position and a move that shows each.
 *
 * The words are the documents' own; only line breaks, stray blanks and leading capitals differ.
 * `…` stands for what is left out.
 */

const STICKS = 'breakdown -w 4 -h 5 -k 2 -q 2';
const TOKENS = 'connect4 --size 7';
const SPOTS = 'jump61 --size 4';
const CANDY = 'candy candy.json';
const TILES = 'fitz fitz.tiles --rows 5 --cols 6';

export const LAWS = {
  breakdown: [
    {
      quote: 'Because of gravity, sticks fall down in a column to the lowest spot they can reach.',
      args: STICKS, before: '', move: '|0',
    },
    {
      quote: 'A stick dropped horizontally remains rigid, and only falls as far as the highest point where it can rest, across all of its columns.',
      args: STICKS, before: '|0 -2', move: '-0',
    },
    {
      quote: 'Note that the White stick is stable at this location; although it might be tempting to think that the Black stick below it, which is not fully supported, might break under the weight of the White stick above its unsupported part, this is not an aspect of the physics of the game.',
      args: STICKS, before: '|0 -2 -0', move: '-1',
    },
    {
      quote: 'When they do, all sticks lose their rigidity and break down into individual squares the size of grid cells. These squares then fall within their columns if there was “air” beneath them.',
      args: STICKS, before: '|0 -2 -0 -1', move: '!',
    },
    {
      quote: 'It suffices to have a square of adjacent occupied cells within a larger, irregularly-shaped region.',
      args: STICKS, before: '|0 |3', move: '|1',
    },
    {
      quote: 'If, at any point, there are enough pieces, appropriately arranged, for a player to form a square and win, then that player wins, even if it is their opponent that just moved.',
      args: STICKS, before: '|1 |3 -2 |1 |2', move: '!',
    },
  ],
  connect4: [
    {
      quote: 'A token can be placed into any one of the four sides of the board, and the token slides into the board, along the row or column, until it either reaches the opposite side of the board, or collides with an existing token, or collides with a fixed piece on the board.',
      args: TOKENS, before: '', move: 'E3',
    },
    {
      quote: 'The second player responds with N4, with their token stopping when it hits the first player\'s token.',
      args: TOKENS, before: 'E3', move: 'N4',
    },
    {
      quote: 'The last token placed into E4 has generated a diagonal four in a row.',
      args: TOKENS, before: 'E3 N4 S4 W2 E2 E3 S5 N3 W4', move: 'E4',
    },
  ],
  jump61: [
    {
      quote: 'A move consists of adding one spot on any square that does not have the opponent\'s color … A spot placed on any square colors that square with the player\'s color.',
      args: SPOTS, before: '', move: '2,2',
    },
    {
      quote: 'We say that a square is overfull if it contains more spots than it has neighbors … For each neighbor of the overfull square, move one spot out of the square and into the neighbor (even if occupied by the opposing side).',
      args: SPOTS, before: '1,1 1,2', move: '1,1',
    },
    {
      quote: 'The rules hold that the game is over as soon as one player\'s color covers the board.',
      args: SPOTS, before: '4,2 4,1 1,2 2,3 4,3 2,1 3,2 4,4 2,2 3,3 2,4 2,1 4,3 1,1 3,1 1,3 4,2 3,4 2,4 3,4 1,2 3,3 2,4', move: '1,1',
    },
  ],
  candy: [
    {
      quote: 'Like the actual game, a move is a swap of a candy with an immediately adjacent candy (in the four NEWS directions). A move is allowed only if it results in at least one template firing.',
      args: CANDY, before: '', move: '0,6,U',
    },
    {
      quote: 'Firing causes each candy in the cells matching the template to explode, leaving an empty cell. Empty cells are filled by sliding adjacent cells into them.',
      args: CANDY, before: '', move: '7,0,R',
    },
    {
      quote: 'Settling is the process of performing all possible template firings until the board contains no template patterns.',
      args: CANDY, before: '7,0,R 3,1,U 4,4,R', move: '2,1,U',
    },
  ],
  fitz: [
    {
      quote: 'Note that, row and column describe the middle of the tile (described as a 5 × 5 grid).',
      args: TILES, before: '', move: '1,2,90',
    },
    {
      quote: 'Note: the tiles must be used in the order they appear in the file. If you run out of tiles, start again at the beginning of the file.',
      args: TILES, before: '1,2,90', move: '2,-2,0',
    },
    {
      quote: 'The game ends when a player can not place their next tile. That player loses.',
      args: 'fitz fitz.tiles --rows 3 --cols 4', before: '', move: '1,1,0',
    },
  ],
};
