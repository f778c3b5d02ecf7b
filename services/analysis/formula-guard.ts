/** Spreadsheets take a text for a formula by its first character. An apostrophe before it keeps it a text. Pure. */

/** `-` is last: elsewhere it would be a range. JavaScript and the engine read the set alike. */
const first = '[=+@\t\r-]';
const pattern = new RegExp(`^${first}`);

export const escapeFormula = (text: string): string => (pattern.test(text) ? `'${text}` : text);

/** SQL that does what `escapeFormula` does. @param sql expression of a text */
export const escapeFormulaSql = (sql: string): string =>
  `CASE WHEN regexp_matches(${sql}, '^${first}') THEN '''' || ${sql} ELSE ${sql} END`;
