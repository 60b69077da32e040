/** What browser tests share: a server of the built site, a browser, and the program `gridlaw`. */

import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The built site, the repository, and the program `gridlaw`. */
export const DIST = process.env.DIST ?? here('../../dist');
export const ROOT = here('../../../../');
const GRIDLAW = process.env.GRIDLAW ?? join(ROOT, 'target/debug/gridlaw');

const TYPES = {
  '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json',
  '.svg': 'image/svg+xml', '.wasm': 'application/wasm',
};
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/**
 * Serves the site below a path, as a folder of a larger server. Browsers may keep what they got for
 * an hour. `change` has functions that change a file's text, by its name.
 */
export async function serve(below = '/some/folder/') {
  const site = { below, change: {} };
  site.server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = pathname.startsWith(below) ? pathname.slice(below.length) || 'index.html' : '';
    const file = join(DIST, normalize(`/${decodeURIComponent(path)}`));
    if (path === '' || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'text/plain',
      'cache-control': 'max-age=3600',
    });
    const change = site.change[path];
    if (change) response.end(change(readFileSync(file, 'utf8')));
    else createReadStream(file).pipe(response);
  });
  await new Promise((done) => site.server.listen(0, 'localhost', done));
  site.base = `http://localhost:${site.server.address().port}${below}`;
  return site;
}

/** Starts Debian's Chromium. */
export function browse() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/** Opens a page and collects what its console complains about, also violations of the policy. */
export async function open(browser, base, path, options = {}) {
  const context = await browser.newContext(options);
  if (options.files) {
    await context.addInitScript((files) => {
      for (const [name, text] of Object.entries(files)) localStorage.setItem(`gridlaw file ${name}`, text);
    }, options.files);
  }
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
  page.on('pageerror', (error) => page.faults.push(error.message));
  await page.goto(base + path);
  await page.waitForSelector('html[data-ready]');
  return page;
}

/** The link of a game after some moves. */
export const link = (args, moves = '') => `index.html#${encodeURIComponent(`${args};${moves}`)}`;

/** The answer of `gridlaw verdict` to a line of moves. */
export function verdict(args, moves) {
  return execFileSync(GRIDLAW, ['verdict', ...args.split(' ')], { input: `${moves}\n`, encoding: 'utf8', cwd: ROOT }).trimEnd();
}

/** Numbers below `n` that look random and are the same in every run. */
export function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * n);
  };
}
