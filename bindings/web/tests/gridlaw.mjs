// The built module in Node, for tests and measurements.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const module = await import(join(dist, 'gridlaw.js'));
module.initSync({ module: readFileSync(join(dist, 'gridlaw_bg.wasm')) });

export const { Game, Player, Solver, kinds, verdict } = module;

/** The text of a file of `dist/data`. */
export const data = (name) => readFileSync(join(dist, 'data', name), 'utf8');

/** The games that tests play: arguments as on the command line, and the file that they name. */
export const games = [
    ['breakdown -w 8 -h 8 -k 3 -q 3'],
    ['breakdown -w 4 -h 5 -k 2 -q 2'],
    ['breakdown -w 13 -h 9 -k 4 -q 3'],
    ['connect4 --size 4'],
    ['connect4 --size 7'],
    ['connect4 --size 10'],
    ['jump61 --size 3'],
    ['jump61 --size 6'],
    ['jump61 --size 10'],
    ['candy candy.json', 'candy.json'],
    ['fitz fitz.tiles --rows 6 --cols 5', 'fitz.tiles'],
    ['fitz fitz.tiles --rows 12 --cols 11', 'fitz.tiles'],
].map(([args, file]) => ({ args, file, content: file && data(file) }));

/** Random numbers below a limit, the same ones for the same seed. */
export function dice(seed) {
    let state = seed >>> 0;
    return (limit) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * limit);
    };
}
