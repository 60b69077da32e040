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
  { args: 'candy 4x4.json', file: '4x4.json', path: 'tests/candy/4x4.json' },
  { args: 'fitz fitz.tiles --rows 5 --cols 6', file: 'fitz.tiles', path: 'examples/fitz.tiles' },
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
        if (game.file === '4x4.json') {
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
