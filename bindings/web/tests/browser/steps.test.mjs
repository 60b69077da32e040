/** Steps of an animation end in the board after the move, in random games. No page is needed. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DIST, dice } from './site.mjs';

const load = (name) => import(pathToFileURL(join(DIST, name)));
const read = (name) => readFileSync(join(DIST, 'data', name), 'utf8');
const { Game, initSync } = await load('gridlaw.js');
const { makeSteps } = await load('steps.js');
const { formatLink, parseLink } = await load('link.js');
const { judge } = await load('compare.js');
const { Session } = await load('session.js');
const { LAWS } = await load('laws.js');
initSync({ module: readFileSync(join(DIST, 'gridlaw_bg.wasm')) });

const GAMES = [
  ['breakdown -w 6 -h 5 -k 2 -q 3'],
  ['connect4 --size 6'],
  ['jump61 --size 4'],
  ['candy candy.json', read('candy.json')],
  ['fitz fitz.tiles --rows 6 --cols 6', read('fitz.tiles')],
];

/** Plays a random game and calls back with every position, move and next position. */
function playRandom([args, content], seed, each) {
  const roll = dice(seed);
  let position = new Game(args, content).start();
  for (let ply = 0; ply < 60 && !position.isOver; ply += 1) {
    const moves = position.moves();
    const move = moves[roll(moves.length)];
    const next = position.copy();
    next.play(move);
    each(position, move, next);
    position = next;
  }
}

for (const game of GAMES) {
  test(`steps lead to the final board: ${game[0]}`, () => {
    let steps = 0;
    for (let seed = 1; seed <= 20; seed += 1) {
      playRandom(game, seed, (position, move, next) => {
        const plan = makeSteps(position.cells(), position.columns, position.rounds(move));
        steps += plan.length;
        assert.deepEqual(plan.at(-1)?.after ?? position.cells(), next.cells(), `${move} from ${position.setup}`);
      });
    }
    assert.ok(steps > 20);
  });

  test(`boards of a game pass, a wrong one is found: ${game[0]}`, () => {
    const [moves, boards] = [[], [new Game(...game).start().text]];
    playRandom(game, 7, (position, move, next) => {
      moves.push(move);
      boards.push(next.text);
    });
    const right = judge(...(game[1] ? game : [game[0], undefined]), moves.join(' '), boards.join('\n'));
    assert.deepEqual([right.compared, right.of, right.difference], [boards.length, boards.length, null]);
    const wrong = [...boards];
    wrong[3] = boards[2];
    const { difference } = judge(game[0], game[1], moves.join(' '), wrong.join('\n'));
    assert.ok(difference.place.startsWith('The board after move 3,'), difference.place);
  });
}

test('answers of several games are judged line by line', () => {
  const [args] = GAMES[0];
  const answer = (line) => new Game(args).record(line).answer;
  const games = ['|0 -1', '|2', ''];
  assert.equal(judge(args, undefined, games.join('\n'), games.map(answer).join('\n')).difference, null);
  const { difference } = judge(args, undefined, games.join('\n'), [answer('|0 -1'), answer('|3'), answer('')].join('\n'));
  assert.equal(difference.place, 'Game 2: |2');
});

test('boards of several games are judged one game after the other', () => {
  const [args] = GAMES[0];
  const games = ['|0 -1', '|2'];
  const boards = (line, from) => {
    const session = new Session(args);
    session.load(line.split(' '));
    return session.positions.slice(from).map(({ text }) => text);
  };
  for (const from of [0, 1]) {
    const output = games.flatMap((line) => boards(line, from));
    const { difference, compared, of } = judge(args, undefined, `${games.join('\n\n')}\n`, output.join('\n'));
    assert.deepEqual([difference, compared, of], [null, 5 - 2 * from, 5 - 2 * from]);
    output[output.length - 1] = output[0];
    const wrong = judge(args, undefined, games.join('\n'), output.join('\n'));
    assert.equal(wrong.difference.place, 'The board after move 1, |2 of game 2');
  }
});

test('an empty line is a game without moves, at the end too', () => {
  const [args] = GAMES[0];
  const answers = ['|0', ''].map((line) => new Game(args).record(line).answer).join('\n');
  assert.deepEqual(judge(args, undefined, '|0\n\n', answers), { compared: 2, of: 2, what: 'answers', difference: null, note: '' });
});

test('links are read back', () => {
  for (const [args, moves] of [['breakdown -w 8 -h 8 -k 3 -q 3', ['|0', '-1', '!']], ['fitz a%b.tiles --rows 3 --cols 3', ['-1,2,90']]]) {
    assert.deepEqual(parseLink(formatLink(args, moves)), { args, moves });
  }
  assert.throws(() => parseLink('#%'), /percent-encoded/);
});

test('every position beside a rule can be played', () => {
  for (const { args, before, move } of Object.values(LAWS).flat()) {
    const file = GAMES.find(([game]) => game.split(' ')[0] === args.split(' ')[0])[1];
    assert.equal(new Session(args, file).load(`${before} ${move}`.trim().split(' ')), null, args);
  }
});
