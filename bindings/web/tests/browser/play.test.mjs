/** Every game is played to its end, by keyboard and by pointer, and judged by `gridlaw verdict`. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ROOT, browse, dice, link, open, serve, verdict } from './site.mjs';

/** Games that end soon. The program is given the file's path, the page its name. */
const GAMES = [
  { args: 'breakdown -w 4 -h 5 -k 2 -q 2' },
  { args: 'connect4 --size 4' },
  { args: 'jump61 --size 3' },
  { args: 'candy my-4x4.json', file: 'my-4x4.json', path: 'tests/candy/4x4.json' },
  { args: 'fitz my-fitz.tiles --rows 5 --cols 6', file: 'my-fitz.tiles', path: 'examples/fitz.tiles' },
];
const MOST_MOVES = 400;

let site, browser;
before(async () => {
  site = await serve();
  browser = await browse();
});
after(async () => {
  await browser.close();
  site.server.close();
});

/** Everything that the grid says to a screen reader. */
const labels = (page) => page.$$eval('[role=gridcell]', (cells) => cells.map((cell) => cell.getAttribute('aria-label')));

/** Walks to a square with the arrow keys and presses Enter. */
async function press(page, square, columns) {
  if (!(await page.evaluate(() => document.activeElement.matches('[role=gridcell]')))) {
    await page.focus('[role=gridcell][tabindex="0"]');
  }
  const at = await page.$$eval('[role=gridcell]', (cells) => cells.indexOf(document.activeElement));
  const walk = async (steps, less, more) => {
    for (let step = 0; step < Math.abs(steps); step += 1) await page.keyboard.press(steps < 0 ? less : more);
  };
  await walk(Math.floor(square / columns) - Math.floor(at / columns), 'ArrowUp', 'ArrowDown');
  await walk((square % columns) - (at % columns), 'ArrowLeft', 'ArrowRight');
  await page.keyboard.press('Enter');
}

/** Clicks a square. */
const point = (page, square) => page.locator('[role=gridcell]').nth(square).click();

/** Squares whose label ends in a way. */
const those = (all, what) => all.flatMap((label, square) => (label.includes(what) ? [square] : []));

for (const game of GAMES) {
  for (const [how, act] of [['keyboard', press], ['pointer', point]]) {
    test(`${game.args} by ${how}`, async () => {
      const files = game.file ? { [game.file]: readFileSync(join(ROOT, game.path), 'utf8') } : undefined;
      const page = await open(browser, site.base, link(game.args), { files, reducedMotion: how === 'keyboard' ? 'reduce' : 'no-preference' });
      const columns = Number(await page.getAttribute('[role=grid]', 'aria-colcount'));
      const roll = dice(how.length);
      let moves = 0;
      for (; moves < MOST_MOVES; moves += 1) {
        if (!(await page.textContent('#answer')).startsWith('.')) break;
        const modes = await page.$$('#modes button:not(:disabled)');
        if (modes.length > 0 && how === 'pointer') await modes[roll(modes.length)].click();
        else if (modes.length > 0) {
          await page.focus('[role=gridcell][tabindex="0"]');
          await page.keyboard.press('vhbr'[roll(4)]);
        }
        if (game.file === 'my-4x4.json') {
          const first = those(await labels(page), 'can be swapped');
          if (first.length > 0) await act(page, first[roll(first.length)], columns);
        }
        const targets = those(await labels(page), 'plays ');
        if (targets.length > 0) await act(page, targets[roll(targets.length)], columns);
      }
      assert.ok(moves < MOST_MOVES, 'the game has an end');
      const record = decodeURIComponent(new URL(page.url()).hash).split(';')[1];
      const args = game.path ? game.args.replace(game.file, game.path) : game.args;
      assert.equal(await page.textContent('#answer'), verdict(args, record));
      assert.match(await page.textContent('#status'), /wins|won|draw|Stuck/);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}

test('a forfeit of Connect4 is linked, typed, undone and played again', async () => {
  const [args, full] = ['connect4 --size 4', 'N0 N0 N0 N0'];
  const page = await open(browser, site.base, link(args, `${full} N0`), { reducedMotion: 'reduce' });
  const shows = async (moves) => assert.equal(await page.textContent('#answer'), verdict(args, moves));
  await shows(`${full} N0`);
  await page.fill('#move', 'N0');
  await page.keyboard.press('Enter');
  await shows(`${full} N0 N0`);
  await page.click('#undo');
  await shows(`${full} N0`);
  await page.click('#undo');
  await page.click('#redo');
  await shows(`${full} N0`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a game of Candy that is stuck says so', async () => {
  const data = Array(9).fill(1);
  const extension = { rows: 4, columns: 3, data: [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5] };
  const board = { rows: 3, columns: 3, data };
  const file = JSON.stringify({ gamedef: { gameid: 1, extensioncolor: extension, boardstate: board, colors: 6 } });
  const page = await open(browser, site.base, link('candy my-stuck.json'), { files: { 'my-stuck.json': file } });
  assert.match(await page.textContent('#answer'), /^S /);
  assert.match(await page.textContent('#status'), /^Stuck/);
  assert.match(await page.textContent('#said'), /^Stuck/);
  await page.context().close();
});

test('by keyboard alone: the focus stays where keys can go on', async () => {
  const page = await open(browser, site.base, link('breakdown -w 4 -h 5 -k 2 -q 2', '|0 -2'), { reducedMotion: 'reduce' });
  const focused = () => page.evaluate(() => document.activeElement.closest('grid-board')?.id ?? (document.activeElement.textContent || document.activeElement.tagName));
  await page.focus('#modes button:last-child');
  await page.keyboard.press('Enter');
  assert.match(await focused(), /^Breakdown/);
  await page.focus('#undo');
  for (const _ of '123') await page.keyboard.press('Enter');
  assert.equal(await focused(), 'Redo');
  await page.goto(site.base + link('connect4 --size 7', 'N3'));
  await page.click('#values-go');
  await page.waitForSelector('#values button');
  const move = await page.textContent('#values tr:nth-child(2) button');
  await page.focus('#values tr:nth-child(2) button');
  const depth = await page.textContent('#values-state');
  await page.waitForFunction((before) => document.getElementById('values-state').textContent !== before, depth);
  assert.equal(await focused(), move);
  await page.goto(`${site.base}solved.html`);
  await page.waitForSelector('html[data-ready]');
  await page.getByRole('button', { name: 'Jump61' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('summary').textContent.startsWith('Jump61'));
  assert.equal(await focused(), 'Jump61');
  await page.context().close();
});

test('Connect4 enters from its edges by keyboard and by pointer', async () => {
  const page = await open(browser, site.base, link('connect4 --size 7'), { reducedMotion: 'reduce' });
  await page.focus('[role=gridcell][tabindex="0"]');
  for (const key of ['ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.click('[data-move=E3]');
  assert.equal(await page.textContent('#answer'), verdict('connect4 --size 7', 'N1 E3'));
  await page.fill('#move', 'S4 W2');
  await page.keyboard.press('Enter');
  assert.equal(await page.textContent('#answer'), verdict('connect4 --size 7', 'N1 E3 S4 W2'));
  await page.context().close();
});
