// The module against the program `gridlaw` (its path is in GRIDLAW), and against arguments of all
// kinds.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Game, Player, Solver, dice, games, kinds, verdict } from './gridlaw.mjs';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'data');
const program = process.env.GRIDLAW ?? 'gridlaw';

/** The program's output for a game. */
function gridlaw(command, { args }, more = [], input = '') {
    const words = [command, ...args.split(' '), ...more];
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: dist, input, encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.equal(status, 0, `${words.join(' ')}: ${stderr}`);
    return stdout;
}

/** Applies a round to a board, as the README says. */
export function apply(cells, columns, { changes }) {
    const index = ([row, column]) => row * columns + column;
    for (const { from, to, code } of changes) if (from) cells[index(from)] = to ? 0 : code;
    for (const { to, code } of changes) if (to) cells[index(to)] = code;
}

for (const game of games) {
    test(`${game.args}: answers, rounds and squares of random games`, () => {
        const rules = new Game(game.args, game.content);
        assert.equal(rules.args, game.args);
        const lines = gridlaw('random', game, ['--games', '8', '--seed', '5']);
        const answers = gridlaw('verdict', game, [], lines);
        assert.equal(verdict(game.args, game.content, lines), answers);
        for (const [number, line] of lines.trimEnd().split('\n').entries()) {
            const position = rules.start();
            for (const move of line.split(' ')) {
                const action = rules.actionOf(move);
                assert.equal(rules.moveText(action), move);
                assert.ok(position.actions().includes(action) && position.moves().includes(move));
                assert.ok(!position.isOver && position.outcome === 0);
                const cells = position.cells();
                assert.equal(cells.length, position.rows * position.columns);
                const rounds = position.rounds(move);
                for (const round of rounds) apply(cells, position.columns, round);
                for (const square of position.touches(action)) {
                    assert.ok(rounds.some(({ changes }) => changes.some(({ to }) => `${to}` === `${square}`)));
                }
                position.play(move);
                assert.deepEqual(position.cells(), cells, `${move} to ${position.setup}`);
            }
            assert.equal(position.answer, answers.split('\n')[number]);
            assert.equal(rules.record(line).answer, position.answer);
            const again = rules.position(position.setup);
            assert.deepEqual([again.answer, again.turn, again.score], [position.answer, position.turn, position.score]);
            assert.equal(position.isOver, position.moves().length === 0);
        }
    });
}

test('records with faults get the answers of the program', () => {
    const next = dice(3);
    for (const game of games) {
        const lines = gridlaw('random', game, ['--games', '6', '--seed', '9']).trimEnd().split('\n');
        const faults = ['x', '!', '|99', 'N9', '99,99', '0,0,90', '0,0,U', '\t', '-0  ', 'é', 'Z'.repeat(99), '\r'];
        const broken = lines.map((line) => {
            const words = line.split(' ');
            words.splice(next(words.length + 1), next(2), faults[next(faults.length)]);
            return words.join(' ');
        });
        const text = [...broken, '', ' ', `${lines[0]} ${lines[0].split(' ')[0]}`].join('\n');
        assert.equal(verdict(game.args, game.content, text), gridlaw('verdict', game, [], text), game.args);
    }
});

test('arguments and contents of no game are errors', () => {
    assert.deepEqual(kinds(), ['breakdown', 'connect4', 'jump61', 'candy', 'fitz']);
    const tiles = games.at(-1).content;
    for (const [args, content] of [
        [''], ['chess'], ['breakdown'], ['breakdown -w 8'], ['breakdown -w 0 -h 1 -k 1 -q 1'], ['connect4 --size 3'],
        ['breakdown -w 65536 -h 65536 -k 3 -q 3'], ['jump61 --size 11'], ['jump61 x --size 6'], ['candy x'],
        ['connect4 --size 7', 'x'], ['candy x', '{}'], ['candy x', '[[[['], ['fitz x --rows 6 --cols 5', '#'],
        ['fitz x --rows 0 --cols 5', tiles], ['fitz x --rows 6 --cols 4000000000', tiles], ['fitz x y --rows 6 --cols 5', tiles],
    ]) {
        assert.throws(() => new Game(args, content), thrown, args);
    }
    assert.throws(() => Game.usual('go'), thrown);
    assert.throws(() => new Player(0, 1), thrown);
    assert.throws(() => new Player(11, 1), thrown);
    assert.throws(() => new Solver(Game.usual('candy').start(), 1), thrown);
    assert.throws(() => new Solver(Game.usual('jump61').start(), 2 ** 32 - 1), thrown);
});

/** An error that can be thrown again and again: a trap of WebAssembly would be a `RuntimeError`. */
function thrown(error) {
    return error instanceof Error && !(error instanceof WebAssembly.RuntimeError) && error.message.length > 3;
}

test('texts and numbers of all kinds are moves or errors, and a refused move changes nothing', () => {
    const next = dice(7);
    const letters = ' ,;-|!.*/#0123456789NESWURbwXO\t\n\u0000é😀\ud800';
    const text = () => Array.from({ length: next(12) }, () => letters[next(letters.length)]).join('');
    const numbers = [-1, 0, 0.5, 1e9, 2 ** 32, 1e300, Infinity, NaN];
    for (const game of games) {
        const rules = new Game(game.args, game.content);
        let position = rules.start();
        for (let count = 0; count < 400; count++) {
            // Half of the texts are near to a right one.
            const words = [position.setup, ...position.moves().slice(0, 9)];
            const base = words[next(words.length)];
            const at = next(base.length + 1);
            const word = next(2) ? text() : base.slice(0, at) + letters[next(letters.length)] + base.slice(at + next(3));
            const number = next(2) ? numbers[next(numbers.length)] : next(2 * rules.actionCount);
            const before = position.setup;
            for (const attempt of [
                () => position.rounds(word), () => position.touches(number), () => rules.record(word).setup,
                () => rules.position(word).moves(), () => rules.actionOf(word), () => rules.moveText(number),
                () => new Game(word, undefined), () => verdict(word, undefined, word),
            ]) {
                try { attempt(); } catch (error) { assert.ok(thrown(error), `${game.args}: ${word} ${number}: ${error}`); }
                assert.equal(position.setup, before);
            }
            for (const attempt of [() => position.play(word), () => position.playAction(number)]) {
                const setup = position.setup;
                try { attempt(); } catch (error) {
                    assert.ok(thrown(error), `${game.args}: ${word}: ${error}`);
                    assert.equal(position.setup, setup);
                }
            }
            if (position.isOver) position = rules.start();
        }
    }
});

test('what is no whole number is no action, and boards have a bound', () => {
    const game = new Game('breakdown -w 4 -h 5 -k 2 -q 2', undefined);
    const position = game.start();
    for (const number of [undefined, null, NaN, 'x', '0', {}, [], true, -1, 0.5, 2 ** 32, 2 ** 32 + 1, 1e300]) {
        for (const attempt of [
            () => position.playAction(number), () => position.touches(number), () => position.copy().playout(1, number),
            () => position.copy().playout(number, 1), () => new Player(number, 1), () => new Player(1, number),
            () => new Solver(position, number), () => new Solver(position, 1).rank(number, 1, 9),
            () => new Solver(position, 1).rank(1, number, 9), () => new Solver(position, 1).rank(1, 1, number),
        ]) assert.throws(attempt, /expected .* whole number, found/, String(number));
        assert.equal(game.moveText(number), undefined);
    }
    assert.throws(() => new Player(257, 1), /from 1 to 10, found 257/);
    assert.equal(position.setup, game.start().setup);
    position.playAction(0);
    assert.equal(position.setup, game.record('|0').setup);
    for (const args of ['breakdown -w 268435455 -h 1 -k 1 -q 1', 'breakdown -w 1024 -h 1025 -k 1 -q 1']) {
        assert.throws(() => new Game(args, undefined), /at most 1048576 squares/);
    }
    const wide = new Game('breakdown -w 1024 -h 1024 -k 1 -q 1', undefined).start();
    assert.equal(wide.actions().length, 2 * 1024 + 1);
});

test('players choose legal moves, the same ones every time, and a playout ends', () => {
    for (const game of games) {
        const rules = new Game(game.args, game.content);
        const start = rules.start();
        for (const level of [1, 4, 6]) {
            const [one, other] = [0, 1].map(() => new Player(level, 5).choose(start));
            assert.equal(one, other);
            assert.equal(rules.players === 2, start.moves().includes(one));
        }
        const [one, other] = [0, 1].map(() => { const copy = start.copy(); copy.playout(3, 1000); return copy.answer; });
        assert.equal(one, other);
        const over = start.copy();
        if (over.playout(3, 1000) < 1000) assert.ok(over.isOver && new Player(9, 1).choose(over) === undefined);
    }
});

test('plans of Candy are lines of legal swaps, and end when their positions do', () => {
    const candy = games.filter(({ args }) => args.startsWith('candy'));
    assert.ok(candy.length > 0);
    for (const game of candy) {
        const start = new Game(game.args, game.content).start();
        const [one, two] = [1, 2].map((depth) => start.plan(depth, 1e5));
        assert.equal(one.length, 1);
        assert.ok(two.length === 1 || two.length === 2);
        const after = start.copy();
        two.forEach((move) => after.play(move));
        for (const [depth, nodes] of [[0, 1e5], [3, 0], [3, 1]]) assert.deepEqual(start.plan(depth, nodes), []);
        assert.ok(start.plan(2 ** 32 - 1, 500).length <= 100);
        for (const [depth, nodes] of [[-1, 9], [0.5, 9], [3, NaN], [3, 2 ** 32]]) {
            assert.throws(() => start.plan(depth, nodes), /expected .* whole number, found/);
        }
    }
    assert.deepEqual(Game.usual('fitz').start().plan(2, 1000), []);
});

test('the solver ranks moves, tells every depth, and finds values', () => {
    const game = new Game('jump61 --size 2', undefined);
    const solver = new Solver(game.start(), 1);
    const depths = [];
    const ranking = solver.rank(8, 4, 1e6, (moves) => depths.push(moves[0].depth));
    assert.ok(depths.length > 1 && depths.every((depth, index) => depth === index + 1), `${depths}`);
    assert.equal(ranking.length, 4);
    const { move, value, low, high, final, line } = ranking[0];
    assert.deepEqual([value, low, high, final, line[0]], ['loss in 4', 'loss in 4', 'loss in 4', true, move]);
    const [solved] = new Solver(game.start(), 1).rank(254, 1, 1e6, undefined);
    assert.deepEqual([solved.value, solved.final, solved.line[0]], ['loss in 4', true, solved.move]);
    const large = new Solver(new Game('breakdown -w 8 -h 8 -k 3 -q 3', undefined).start(), 1);
    const [open] = large.rank(254, 1, 1000, undefined);
    assert.deepEqual([open.final, open.value], [false, null]);
    for (const [depth, count, nodes] of [[0, 0, 0], [255, 1e9, 1], [1000, 2 ** 32 - 1, 0], [3, 1, 5000]]) {
        assert.ok(Array.isArray(large.rank(depth, count, nodes, undefined)));
    }
    assert.throws(() => large.rank(9, 1, 1e9, () => { throw new Error('enough'); }), /enough/);
    const over = new Game('connect4 --size 4', undefined).start();
    over.playout(1, 400);
    assert.deepEqual(new Solver(over, 1).rank(5, 5, 1000, undefined), []);
});
