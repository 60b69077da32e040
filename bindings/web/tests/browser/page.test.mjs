/** The pages: accessible, small, usable without a network, and at home below any path. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { DIST, browse, link, open, serve, verdict } from './site.mjs';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const STICKS = 'breakdown -w 8 -h 8 -k 3 -q 3';
const PLAYS = {
  breakdown: link(STICKS, '|0 -1 -2 |4 -0'),
  connect4: link('connect4 --size 7', 'E3 N4 S4 W2 E2'),
  jump61: link('jump61 --size 6', '2,2 3,3 2,2 4,4 1,1'),
  candy: link('candy candy.json', '0,6,U'),
  fitz: link('fitz fitz.tiles --rows 6 --cols 6', '1,2,90'),
};
const PAGES = { ...PLAYS, rules: 'rules.html', solved: 'solved.html', judge: 'judge.html' };

let site, browser;
before(async () => {
  site = await serve();
  browser = await browse();
});
after(async () => {
  await browser.close();
  site.server.close();
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing, and nothing is wider than 320 pixels: ${colorScheme}`, async () => {
    for (const [name, path] of Object.entries(PAGES)) {
      const page = await open(browser, site.base, path, { colorScheme, viewport: { width: 320, height: 700 } });
      if (name === 'judge') await page.click('#example');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 320, `${name} is ${wide} pixels wide`);
      // The page's policy forbids foreign scripts; an evaluation is none.
      await page.evaluate(readFileSync(AXE, 'utf8'));
      const { violations } = await page.evaluate(() => window.axe.run());
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
      assert.deepEqual(found, [], name);
      assert.deepEqual(page.faults, [], name);
      await page.context().close();
    }
  });
}

test('the page without engine and data is at most 60 kB with brotli', () => {
  const own = readdirSync(DIST).filter((name) => ['.html', '.css', '.js', '.svg'].includes(extname(name)) && name !== 'gridlaw.js');
  const size = own.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(DIST, name))).length, 0);
  console.log(`page: ${size} bytes with brotli, ${own.length} files`);
  assert.ok(own.length > 10 && size <= 60_000);
});

test('a visitor can play after one download of engine and page, and nothing else', async () => {
  for (const slower of [1, 4]) {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    // A browser asks for the icon more than once.
    const files = new Set();
    page.on('request', (request) => files.add(new URL(request.url()).pathname.slice(site.below.length) || 'index.html'));
    await page.goto(site.base);
    await page.waitForSelector('html[data-ready]');
    const time = await page.evaluate(() => performance.getEntriesByName('ready')[0].startTime);
    assert.ok(await page.textContent('#answer'));
    const sent = [...files].reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(DIST, name))).length, 0);
    console.log(`interactive after ${time.toFixed(0)} ms, processor ${slower} times slower: ${files.size} files, ${sent} bytes`);
    assert.ok(files.size > 10 && files.size <= 30 && sent <= 250_000, `${[...files]}: ${sent} bytes`);
    await page.context().close();
  }
});

test('after the first visit everything works without a network', async () => {
  const page = await open(browser, site.base, PLAYS.breakdown);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
    }
  });
  await page.context().setOffline(true);
  for (const path of Object.values(PAGES)) {
    await page.goto('about:blank');
    await page.goto(site.base + path);
    await page.waitForSelector('html[data-ready]');
  }
  await page.goto('about:blank');
  await page.goto(site.base + PLAYS.fitz);
  await page.waitForSelector('#answer:not(:empty)');
  await page.context().close();
});

test('a new version keeps no file of the version before, whatever the browser remembers', async () => {
  const page = await open(browser, site.base, PLAYS.breakdown);
  const version = async (name) => {
    site.change['sw.js'] = (text) => text.replace(/(\$\{OWN\})[0-9a-z]+/, `$1${name}`);
    site.change['games.js'] = (text) => `${text}// ${name}`;
    return page.evaluate(async (key) => {
      await (await navigator.serviceWorker.ready).update();
      while ((await caches.keys()).join() !== key) await new Promise((done) => setTimeout(done, 20));
      return (await (await caches.match('games.js')).text()).slice(-10);
    }, `gridlaw ${site.base} ${name}`);
  };
  try {
    assert.match(await version('one'), /one$/);
    assert.match(await version('two'), /two$/);
  } finally {
    site.change = {};
  }
  await page.context().close();
});

test('an engine and a file that cannot be had are said, and a late file replaces no game', async () => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(site.base);
  await page.waitForSelector('#fault:not([hidden])');
  assert.match(await page.textContent('#fault'), /^The engine cannot be loaded/);
  await page.unroute('**/*.wasm');
  let answer;
  await page.route('**/candy.json', (route) => (answer = () => route.abort()));
  await page.goto(`${site.base}index.html?again`);
  await page.waitForSelector('html[data-ready]');
  await page.click('[data-kind=candy]');
  await page.waitForRequest('**/candy.json').catch(() => {});
  answer();
  await page.waitForSelector('#fault:not([hidden])');
  assert.match(await page.textContent('#fault'), /cannot find the game file/);
  await page.route('**/candy.json', (route) => (answer = () => route.continue()));
  await Promise.all([page.waitForRequest('**/candy.json'), page.click('[data-kind=candy]')]);
  await page.click('[data-kind=jump61]');
  await Promise.all([page.waitForResponse('**/candy.json'), answer()]);
  await page.fill('#move', '1,1');
  await page.keyboard.press('Enter');
  assert.equal(await page.textContent('#answer'), verdict('jump61 --size 6', '1,1'));
  await page.context().close();
});

test('links open, change and refuse', async () => {
  const page = await open(browser, site.base, link(STICKS, '|0 -1'));
  assert.equal(await page.textContent('#answer'), verdict(STICKS, '|0 -1'));
  await page.evaluate((hash) => (location.hash = hash), link('jump61 --size 6', '1,1').split('#')[1]);
  await page.waitForFunction(() => document.title.startsWith('Jump61'));
  assert.equal(await page.textContent('#answer'), verdict('jump61 --size 6', '1,1'));
  await page.evaluate((hash) => (location.hash = hash), link(STICKS, '|0 |9 -1').split('#')[1]);
  await page.waitForSelector('#fault:not([hidden])');
  assert.match(await page.textContent('#fault'), /^Move 2, \|9/);
  assert.equal(await page.textContent('#answer'), verdict(STICKS, '|0'));
  for (const wrong of ['chess', 'breakdown -w 0 -h 1 -k 1 -q 1', 'candy none.json', 'breakdown -w 99 -h 99 -k 1 -q 1', 'constructor', '__proto__', '%']) {
    await page.evaluate((hash) => (location.hash = hash), encodeURIComponent(wrong));
    await page.waitForFunction((text) => document.getElementById('fault').textContent.length > 0 && !document.getElementById('fault').textContent.includes(text), '|9');
    await page.evaluate(() => document.getElementById('fault').replaceChildren());
  }
  assert.deepEqual(page.faults.filter((fault) => !fault.includes('404')), []);
  await page.context().close();
});

test('a link that opens nothing leaves the game and its address', async () => {
  const page = await open(browser, site.base, link(STICKS, '|0 -1'));
  for (const wrong of ['nonsense', '%', 'candy', 'candy none.json']) {
    await page.evaluate((hash) => (location.hash = hash), wrong);
    await page.waitForSelector('#fault:not([hidden])');
    assert.equal(page.url(), site.base + link(STICKS, '|0 -1'), wrong);
    if (wrong === 'candy') assert.match(await page.textContent('#fault'), /^expected a game file for candy/);
    await page.evaluate(() => (document.getElementById('fault').hidden = true));
  }
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.textContent('#answer'), verdict(STICKS, '|0 -1'));
  await page.context().close();
});

test('Back leads from game to game, not from move to move', async () => {
  const page = await open(browser, site.base, link(STICKS), { reducedMotion: 'reduce' });
  const shows = async (args, moves) => {
    await page.waitForURL(site.base + link(args, moves));
    assert.equal(await page.textContent('#answer'), verdict(args, moves));
  };
  await page.fill('#move', '|0 -1');
  await page.keyboard.press('Enter');
  await page.click('[data-kind=jump61]');
  await shows('jump61 --size 6', '');
  await page.click('#chooser [type=submit]');
  await page.fill('#move', '1,1');
  await page.keyboard.press('Enter');
  await page.evaluate((hash) => (location.hash = hash), link('connect4 --size 5', 'N0').split('#')[1]);
  await shows('connect4 --size 5', 'N0');
  await page.goBack();
  await shows('jump61 --size 6', '1,1');
  await page.goBack();
  await shows(STICKS, '|0 -1');
  await page.goForward();
  await shows('jump61 --size 6', '1,1');
  await page.context().close();
});

test('a record is pasted, stepped through, saved and loaded', async () => {
  const page = await open(browser, site.base, link(STICKS), { reducedMotion: 'reduce' });
  const record = '|0 -1 -2 |4 -0 !';
  await page.fill('#record', record);
  await page.click('#record-play');
  assert.equal(await page.textContent('#answer'), verdict(STICKS, record));
  await page.click('#undo');
  await page.click('#undo');
  assert.equal(await page.textContent('#answer'), verdict(STICKS, '|0 -1 -2 |4'));
  await page.click('#redo');
  assert.equal(await page.textContent('#where'), '5 / 6');
  await page.click('#final');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  const path = await saved.path();
  await page.click('#first');
  await page.setInputFiles('#load', path);
  await page.waitForFunction(() => document.getElementById('where').textContent === '6 / 6');
  assert.equal(await page.textContent('#answer'), verdict(STICKS, record));
  await page.context().close();
});

test('the engine answers, and the values of moves are shown and stopped', async () => {
  const args = 'breakdown -w 3 -h 3 -k 2 -q 2';
  const page = await open(browser, site.base, link(args), { reducedMotion: 'reduce' });
  await page.click('#values-go');
  await page.waitForFunction(() => document.getElementById('values-state').textContent === 'Exact values.');
  const rows = await page.$$eval('#values tbody tr', (found) => found.map((row) => row.cells[1].textContent));
  assert.equal(rows.length, 6);
  assert.ok(rows.every((value) => /^(win in \d+|loss in \d+|draw)$/.test(value)), rows.join());
  await page.click('#values-go');
  assert.equal(await page.textContent('#values-state'), 'Stopped.');
  await page.evaluate(() => {
    const status = document.getElementById('status');
    window.marks = [];
    new MutationObserver(() => window.marks.push(status.getAttribute('aria-busy'))).observe(status, { attributes: true });
  });
  await page.selectOption('#player-1', '10');
  await page.fill('#move', '|0');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('where').textContent.startsWith('2 /'));
  const marks = await page.evaluate(() => window.marks);
  assert.ok(marks.includes('true') && marks.at(-1) === 'false', `the page shows that the engine thinks: ${marks}`);
  assert.match(await page.textContent('#said'), /^White/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a cascade is drawn over a position that is final at once, and can be cut short', async () => {
  const page = await open(browser, site.base, link('candy candy.json', '7,0,R 3,1,U 4,4,R'));
  await page.fill('#move', '2,1,U');
  await page.keyboard.press('Enter');
  const answer = await page.textContent('#answer');
  await page.waitForSelector('.film > *');
  await page.click('#undo');
  await page.click('#redo');
  assert.equal(await page.textContent('#answer'), answer);
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelector('.film').children.length === 0 && document.querySelectorAll('.cell .piece').length === 64);
  await page.context().close();
});

test('games of another kind, size and file are begun, and the link is copied', async () => {
  const page = await open(browser, site.base, link(STICKS, '|0'), { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  await page.click('#share');
  await page.waitForFunction(() => document.getElementById('share').textContent === 'Copied');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.click('[data-kind=connect4]');
  await page.waitForFunction(() => document.title.startsWith('Connect4'));
  await page.fill('#sizes input', '5');
  await page.click('#chooser [type=submit]');
  await page.waitForFunction(() => document.querySelectorAll('[role=gridcell]').length === 25);
  assert.equal(await page.textContent('#answer'), verdict('connect4 --size 5', ''));
  await page.click('[data-kind=fitz]');
  await page.waitForFunction(() => document.title.startsWith('Fitz'));
  await page.click('#content summary');
  await page.fill('#content-text', `${',,!,,\n'.repeat(5)}`);
  await page.click('#chooser [type=submit]');
  await page.waitForFunction(() => location.hash.includes('my-fitz.tiles'));
  assert.match(await page.getAttribute('#tile', 'aria-label'), /: ,,!,,, ,,!,,/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('numbers joined to their flags are read, and links say them as words of their own', async () => {
  const page = await open(browser, site.base, link('breakdown -w=5 -h4 -k=2 -q2'), { reducedMotion: 'reduce' });
  await page.waitForURL(site.base + link('breakdown -w 5 -h 4 -k 2 -q 2'));
  assert.deepEqual(await page.$$eval('#sizes input', (fields) => fields.map(({ value }) => value)), ['5', '4', '2', '2']);
  await page.click('#modes button >> nth=1');
  await page.click('[role=gridcell] >> nth=4');
  await page.waitForSelector('#answer:not(:empty)');
  assert.equal(await page.inputValue('#record'), '-3');
  await page.goto(`${site.base}rules.html`);
  await page.goto(site.base + link('fitz --rows=4 --cols=5 fitz.tiles'));
  await page.waitForURL(site.base + link('fitz fitz.tiles --rows 4 --cols 5'));
  assert.deepEqual(await page.$$eval('#sizes input', (fields) => fields.map(({ value }) => value)), ['4', '5']);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('controls wait for the first game', async () => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  let answer;
  await page.route('**/candy.json', (route) => (answer = () => route.continue()));
  const asked = page.waitForRequest('**/candy.json');
  await page.goto(site.base + PLAYS.candy);
  await asked;
  assert.ok(await page.evaluate(() => document.querySelector('main').inert));
  answer();
  await page.waitForSelector('html[data-ready]');
  assert.ok(!(await page.evaluate(() => document.querySelector('main').inert)));
  await page.context().close();
});

test('what is typed stays until it is played', async () => {
  const page = await open(browser, site.base, link(STICKS), { reducedMotion: 'reduce' });
  await page.fill('#move', '|0 |99 -1');
  await page.keyboard.press('Enter');
  assert.equal(await page.inputValue('#move'), '|99 -1');
  assert.equal(await page.inputValue('#record'), '|0');
  await page.fill('#record', '|0 |1 x');
  await page.click('#record-play');
  assert.equal(await page.inputValue('#record'), '|0 |1 x');
  assert.equal(await page.textContent('#answer'), verdict(STICKS, '|0 |1'));
  await page.click('#undo');
  assert.equal(await page.inputValue('#record'), '|0');
  await page.focus('#record');
  await page.evaluate(() => document.getElementById('redo').click());
  assert.equal(await page.inputValue('#record'), '|0');
  await page.focus('#move');
  assert.equal(await page.inputValue('#record'), '|0 |1');
  await page.context().close();
});

test('Judge finds boards behind prompts, without the start, and keeps to the screen', async () => {
  const page = await open(browser, site.base, 'judge.html', { viewport: { width: 320, height: 700 } });
  const judge = async (args, moves, output) => {
    await page.fill('#args', args);
    await page.fill('#moves', moves);
    await page.fill('#output', output);
    await page.click('#form [type=submit]');
    await page.waitForFunction(() => document.getElementById('result').textContent !== 'No output judged yet');
    return page.textContent('#result');
  };
  const piped = 'Player *] .....\n.....\n.....\n.....\n';
  assert.equal(await judge('fitz fitz.tiles --rows 4 --cols 5', '', `${piped}\nPlayer *] `), 'All 1 boards are right.');
  assert.equal(await judge('fitz fitz.tiles --rows 4 --cols 5', '', `Player #] ${piped}`), 'All 1 boards are right.');
  const stick = ['0 ....', '1 ....', '2 ....', '3 *...', '4 *...'].join('\n');
  assert.equal(await judge('breakdown -w 4 -h 5 -k 2 -q 2', '|0 -2', stick), 'The first 1 of 2 boards are right.');
  assert.equal(await judge('breakdown -w 4 -h 5 -k 2 -q 2', '|0 -2 -0', stick), 'The first 1 of 3 boards are right.');
  const wide = [`0 ${'.'.repeat(59)}o`, `1 ${'.'.repeat(60)}`].join('\n');
  assert.match(await judge('breakdown -w 60 -h 2 -k 2 -q 2', '', wide), / is wrong\.$/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320);
  assert.match(await judge(`chess-${'x'.repeat(200)}`, '', wide), /x{60}/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320);
  await page.context().close();
});

test('Judge is as it was when a visitor comes back, and its example needs no file', async () => {
  const page = await open(browser, site.base, 'judge.html');
  assert.equal(await page.inputValue('#args'), 'breakdown -w 4 -h 5 -k 2 -q 2');
  await page.fill('#args', 'candy candy.json');
  await page.fill('#moves', '0,6,U');
  assert.ok(await page.isVisible('#content'));
  await page.goto(`${site.base}rules.html`);
  await page.goBack();
  await page.waitForSelector('html[data-ready]');
  assert.deepEqual([await page.inputValue('#args'), await page.inputValue('#moves')], ['candy candy.json', '0,6,U']);
  assert.ok(await page.isVisible('#content'));
  await page.click('#example');
  assert.ok(!(await page.isVisible('#content')));
  await page.context().close();
});

test('the map shows what was chosen last, and follows its address', async () => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.goto(`${site.base}solved.html`);
  await page.waitForSelector('html[data-ready]');
  let answer;
  await page.route('**/fitz.csv', (route) => (answer = () => route.continue()));
  await Promise.all([page.waitForRequest('**/fitz.csv'), page.click('text=Fitz')]);
  await page.click('text=Jump61');
  await page.waitForFunction(() => document.getElementById('summary').textContent.startsWith('Jump61'));
  await Promise.all([page.waitForResponse('**/fitz.csv'), answer()]);
  await page.waitForTimeout(100);
  assert.match(await page.textContent('#summary'), /^Jump61/);
  await page.evaluate(() => (location.hash = 'kind=connect4'));
  await page.waitForFunction(() => document.getElementById('summary').textContent.startsWith('Connect4'));
  await page.context().close();
});

test("a visitor's file gets a name of its own, and the page's file of that name stays", async () => {
  const page = await open(browser, site.base, link('fitz fitz.tiles --rows 4 --cols 4'), { reducedMotion: 'reduce' });
  const tile = () => page.getAttribute('#tile', 'aria-label');
  const first = await tile();
  const load = async (name, row, own) => {
    const text = `${row}\n${',,,,,\n'.repeat(4)}`;
    await page.setInputFiles('#content-file', { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.waitForFunction((found) => document.getElementById('content-text').value === found, text);
    await page.click('#chooser [type=submit]');
    await page.waitForFunction((found) => location.hash.includes(`fitz%20${found}`), own);
    assert.match(await tile(), new RegExp(`: ${row}`));
  };
  await load('fitz.tiles', ',,!,,', 'my-fitz.tiles');
  await load('my-fitz.tiles', ',!,,,', 'my-2-fitz.tiles');
  await load('my-2-fitz.tiles', '!,,,,', 'my-3-fitz.tiles');
  await load('fitz.tiles', ',!,,,', 'my-2-fitz.tiles');
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes('fitz%20my-3-fitz.tiles'));
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes('fitz%20my-2-fitz.tiles'));
  await page.goBack();
  await page.waitForFunction(() => document.getElementById('tile').getAttribute('aria-label').includes(': ,,!,,'));
  assert.ok(page.url().includes('fitz%20my-fitz.tiles'));
  await page.goto(`${site.base}solved.html`);
  await page.click('text=Fitz');
  await page.click('#map a[aria-label^="fitz fitz.tiles --rows 4 --cols 4: "]');
  await page.waitForSelector('html[data-ready] #answer:not(:empty)');
  assert.equal(await tile(), first);
  await page.context().close();
});

test('whoever points or presses keys does not play for the engine', async () => {
  const page = await open(browser, site.base, link('connect4 --size 7'), { reducedMotion: 'reduce', serviceWorkers: 'block' });
  // The engine thinks for as long as the test lasts.
  await page.route('**/engine-worker.js', () => {});
  await page.selectOption('#player-1', '10');
  await page.dblclick('[data-move=N0]');
  assert.equal(await page.inputValue('#record'), 'N0');
  await page.click('[data-kind=breakdown]');
  await page.waitForFunction(() => document.title.startsWith('Breakdown'));
  await page.click('[role=gridcell] >> nth=0');
  const record = await page.inputValue('#record');
  await page.keyboard.press('b');
  await page.click('#modes button:last-child');
  assert.equal(await page.inputValue('#record'), record);
  await page.context().close();
});

test('the map tells a length of one ply', async () => {
  const page = await open(browser, site.base, 'solved.html');
  const labels = () => page.$$eval('#map a', (cells) => cells.map(({ title }) => title).join());
  assert.match(await labels(), / in 5 plies/);
  await page.click('[aria-label="Square 1"]');
  await page.waitForFunction(() => document.querySelector('#filters [aria-pressed=true][aria-label="Square 1"]'));
  assert.match(await labels(), / in 1 ply,/);
  assert.doesNotMatch(await labels(), / 1 plies/);
  await page.context().close();
});

test('the map keeps its game and filters when a visitor comes back', async () => {
  const page = await open(browser, site.base, 'solved.html');
  const chosen = () => page.$$eval('[aria-pressed=true]', (buttons) => buttons.map(({ textContent }) => textContent).join());
  await page.click('[aria-label="Square 1"]');
  await page.waitForURL(/q=1/);
  const before = await chosen();
  await page.click('#map a >> nth=0');
  await page.waitForSelector('html[data-ready] #answer:not(:empty)');
  await page.goBack();
  await page.waitForSelector('html[data-ready] #map a');
  assert.equal(await chosen(), before);
  await page.goto(`${site.base}solved.html#kind=chess`);
  await page.waitForSelector('html[data-ready] #map a');
  assert.match(await chosen(), /^Breakdown/);
  await page.context().close();
});

test('rules without a file of theirs say so, and the others stay', async () => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.route('**/candy.json', (route) => route.abort());
  await page.goto(`${site.base}rules.html`);
  await page.waitForSelector('html[data-ready]', { timeout: 5000 });
  assert.match(await page.textContent('#candy .fault'), /^candy candy.json: cannot find/);
  assert.equal(await page.locator('#fitz .law').count(), 3);
  await page.context().close();
});

test('every column of a board that is wider than the screen can be reached', async () => {
  const page = await open(browser, site.base, link('breakdown -w 64 -h 64 -k 5 -q 4'), { viewport: { width: 360, height: 700 } });
  const [first, frame] = await page.evaluate(() =>
    ['.cell', '.frame'].map((found) => document.querySelector(found).getBoundingClientRect().left));
  assert.ok(first > frame, `the first column begins at ${first}, what can be scrolled at ${frame}`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
  await page.context().close();
});

test('rules are played beside their sentence, the map opens a game, and a wrong board is found', async () => {
  const page = await open(browser, site.base, 'rules.html', { reducedMotion: 'reduce' });
  assert.equal(await page.locator('[aria-label*=blocked]').count(), 0);
  const law = page.locator('.law').first();
  const pieces = () => law.locator('.cell .piece').count();
  assert.equal(await pieces(), 0);
  await law.getByRole('button').click();
  assert.equal(await pieces(), 2);
  await law.getByRole('button').click();
  assert.equal(await pieces(), 0);
  await page.goto(`${site.base}solved.html`);
  await page.click('text=Jump61');
  await page.click('#map a >> nth=0');
  await page.waitForSelector('html[data-ready] #answer:not(:empty)');
  assert.equal(await page.textContent('#answer'), verdict('jump61 --size 2', ''));
  await page.goto(`${site.base}judge.html`);
  await page.waitForSelector('html[data-ready]');
  await page.click('#example');
  assert.equal(await page.textContent('#result'), 'The board after move 4, -1 is wrong.');
  assert.equal(await page.locator('#pair mark').count(), 8);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

// `SHOTS=FOLDER` keeps pictures of every page, to be looked at.
test('pictures', { skip: !process.env.SHOTS }, async () => {
  for (const [name, path] of Object.entries(PAGES)) {
    for (const [width, height] of [[360, 760], [1280, 860]]) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await open(browser, site.base, path, { colorScheme, viewport: { width, height } });
        if (name === 'judge') await page.click('#example');
        await page.screenshot({ path: join(process.env.SHOTS, `${name}-${width}-${colorScheme}.png`) });
        await page.context().close();
      }
    }
  }
});
