/** The page of rules: sentences of the documents, each beside a live board. */

import './board.js';
import { readFile } from './files.js';
import { GAMES, readArgs } from './games.js';
import { LAWS } from './laws.js';
import { formatLink, words } from './link.js';
import { loadModule } from './module.js';
import { Session } from './session.js';
import { makeSteps } from './steps.js';
import { statusText, viewOf } from './view.js';

function make(name, className, text = '') {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

/** A sentence with its board: before the move, and after it once the button was pressed. */
async function law({ quote, args, before, move }) {
  const { file } = readArgs(args);
  const session = new Session(args, file && (await readFile(file)));
  const why = session.load([...words(before), move]);
  if (why) throw new Error(why);
  session.goTo(session.at - 1);
  const block = make('div', 'law');
  const figure = make('figure', 'small');
  const board = document.createElement('grid-board');
  const caption = make('figcaption', '');
  const button = make('button', '', `Play ${move}`);
  button.type = 'button';
  const open = make('a', '', 'Go on from here');
  const status = make('span', '');
  const show = () => {
    board.show(viewOf(session, { quiet: true }));
    open.href = `index.html${formatLink(session.args, session.played)}`;
  };
  button.addEventListener('click', () => {
    if (session.at === session.moves.length) {
      session.goTo(session.at - 1);
      show();
      status.textContent = '';
      button.textContent = `Play ${move}`;
      return;
    }
    const { position } = session;
    const steps = makeSteps(position.cells(), position.columns, position.rounds(move));
    session.goTo(session.at + 1);
    show();
    board.animate(steps);
    status.textContent = session.position.isOver ? statusText(session) : '';
    button.textContent = 'Take it back';
  });
  status.setAttribute('role', 'status');
  caption.append(button, open, status);
  figure.append(board, caption);
  block.append(make('blockquote', '', quote), figure);
  show();
  return block;
}

/** A law, or what is wrong with it: the others stay. */
const lawOrFault = (entry) => law(entry).catch((error) => make('p', 'fault', `${entry.args}: ${error.message}`));

const box = document.getElementById('rules');
await loadModule(box);
for (const [kind, laws] of Object.entries(LAWS)) {
  const section = make('section', '');
  section.id = kind;
  section.append(make('h2', '', GAMES[kind].title), ...(await Promise.all(laws.map(lawOrFault))));
  box.append(section);
}
document.documentElement.dataset.ready = '';
