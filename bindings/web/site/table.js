/** The tables of solved games: `data/solved/*.csv`. */

/**
 * Parses a table: a header, then a row a game. No field holds a comma.
 * @param {string} text
 * @returns {Record<string, string>[]}
 */
export function parseTable(text) {
  const [head, ...lines] = text.trim().split('\n').map((line) => line.split(','));
  return lines.map((line) => Object.fromEntries(head.map((name, index) => [name, line[index] ?? ''])));
}

const SHAPES = {
  breakdown: { across: 'w', down: 'h', filters: [['k', 'Stick'], ['q', 'Square']] },
  connect4: { across: 'size', filters: [] },
  jump61: { across: 'size', filters: [] },
  fitz: { across: 'cols', down: 'rows', filters: [] },
};

/** The numbers of a game that are not rows or columns of the map, with the values they take. */
export function filtersOf(kind, table) {
  return SHAPES[kind].filters.map(([name, label]) => ({
    name,
    label,
    values: [...new Set(table.map((row) => row[name]))],
  }));
}

/**
 * Arranges rows as a map.
 * @returns {{across: string[], down: string[], at: Map<string, Record<string, string>>}} `at` by
 *   `row column`
 */
export function mapOf(kind, rows) {
  const { across, down } = SHAPES[kind];
  const place = (row) => [down ? row[down] : row[across], row[across]];
  const order = (values) => [...new Set(values)].sort((a, b) => a - b);
  return {
    across: order(rows.map((row) => row[across])),
    down: down ? order(rows.map((row) => row[down])) : ['value'],
    at: new Map(rows.map((row) => [down ? place(row).join(' ') : `value ${row[across]}`, row])),
  };
}

/** The game of a row, as on the command line. Fitz has the two tiles of its document. */
export function gameOf(kind, row) {
  if (kind === 'breakdown') return `breakdown -w ${row.w} -h ${row.h} -k ${row.k} -q ${row.q}`;
  if (kind === 'fitz') return `fitz fitz.tiles --rows ${row.rows} --cols ${row.cols}`;
  return `${kind} --size ${row.size}`;
}
