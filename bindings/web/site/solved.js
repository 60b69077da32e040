/** The map of solved games. */

import { FIRST, formatLink } from './link.js';
import { GAMES } from './games.js';
import { filtersOf, gameOf, mapOf, parseTable } from './table.js';

const by = (id) => document.getElementById(id);
const KINDS = ['breakdown', 'connect4', 'jump61', 'fitz'];
const LETTERS = { win: 'W', loss: 'L', draw: 'D', open: '?' };
const tables = new Map();

/** The chosen game, and the numbers chosen for its filters: those of the address, if it has any. */
const chosen = { kind: '', filters: {} };

function follow() {
  const { kind, ...filters } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  chosen.kind = KINDS.includes(kind) ? kind : FIRST.split(' ')[0];
  chosen.filters = { k: '3', q: '2', ...filters };
  return show();
}

async function tableOf(kind) {
  if (!tables.has(kind)) {
    const answer = await fetch(`data/solved/${kind}.csv`);
    if (!answer.ok) throw new Error(`cannot load the table of ${GAMES[kind].title}: ${answer.status}`);
    tables.set(kind, parseTable(await answer.text()));
  }
  return tables.get(kind);
}

function make(name, className, text) {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

function link(kind, row) {
  const plies = row.plies === '' ? '' : ` ${row.plies}`;
  const cell = make('a', row.value, LETTERS[row.value] + plies);
  cell.href = `index.html${formatLink(gameOf(kind, row), [])}`;
  const length = plies === '' ? '' : ` in ${row.plies} ${row.plies === '1' ? 'ply' : 'plies'}`;
  cell.setAttribute('aria-label', `${gameOf(kind, row)}: ${row.value}${length}`);
  cell.title = `${row.value}${length}, ${Number(row.nodes).toLocaleString('en')} positions searched`;
  return cell;
}

/** Draws the map: columns are widths, rows are heights, or one row of sizes. */
function draw(kind, rows) {
  const { across, down, at } = mapOf(kind, rows);
  const table = make('table', 'map', '');
  const head = table.createTHead().insertRow();
  table.createCaption().textContent = down.length > 1 ? 'Columns from left to right, rows from top to bottom' : 'Sizes';
  head.append(Object.assign(make('th', '', ''), { scope: 'col' }));
  head.cells[0].append(make('span', 'unseen', down.length > 1 ? 'Rows' : 'Size'));
  for (const col of across) head.append(Object.assign(make('th', '', col), { scope: 'col' }));
  const body = table.createTBody();
  for (const row of down) {
    const line = body.insertRow();
    line.append(Object.assign(make('th', '', row), { scope: 'row' }));
    for (const col of across) {
      const entry = at.get(`${row} ${col}`);
      const cell = line.insertCell();
      if (entry) cell.append(link(kind, entry));
    }
  }
  by('map').replaceChildren(table);
}

function buttons(box, label, values, current, choose) {
  const group = make('div', box === 'kinds' ? 'kinds' : 'group', '');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  if (box === 'filters') group.append(make('span', 'quiet', label));
  group.append(...values.map((value) => {
    const button = make('button', '', box === 'kinds' ? GAMES[value].title : value);
    button.type = 'button';
    if (box === 'filters') button.setAttribute('aria-label', `${label} ${value}`);
    button.setAttribute('aria-pressed', String(value === current));
    button.addEventListener('click', () => {
      choose(value);
      show();
    });
    return button;
  }));
  return group;
}

const nameOf = (button) => button.getAttribute('aria-label') ?? button.textContent;

async function show() {
  const { kind } = chosen;
  try {
    const table = await tableOf(kind);
    // Another game was chosen while this table came.
    if (kind !== chosen.kind) return;
    const filters = filtersOf(kind, table);
    for (const { name, values } of filters) {
      if (!values.includes(chosen.filters[name])) chosen.filters[name] = values[Math.min(1, values.length - 1)];
    }
    history.replaceState(null, '', `#${new URLSearchParams({ kind, ...chosen.filters })}`);
    // The buttons are made anew: the focus goes to the one with the same name.
    const held = document.activeElement?.closest('#kinds, #filters') && nameOf(document.activeElement);
    by('kinds').replaceChildren(buttons('kinds', 'Game', KINDS, kind, (value) => (chosen.kind = value)));
    by('filters').replaceChildren(...filters.map(({ name, label, values }) =>
      buttons('filters', label, values, chosen.filters[name], (value) => (chosen.filters[name] = value))));
    if (held) [...document.querySelectorAll('#kinds button, #filters button')].find((button) => nameOf(button) === held)?.focus();
    const rows = table.filter((row) => filters.every(({ name }) => row[name] === chosen.filters[name]));
    const count = (value) => rows.filter((row) => row.value === value).length;
    by('summary').textContent = `${GAMES[kind].title}, ${rows.length} boards: ${count('win')} won, ${count('loss')} lost, ${count('draw')} drawn, ${count('open')} open.`;
    draw(kind, rows);
  } catch (error) {
    if (kind !== chosen.kind) return;
    by('summary').textContent = error.message;
    by('map').replaceChildren();
  }
}

addEventListener('hashchange', follow);
await follow();
document.documentElement.dataset.ready = '';
