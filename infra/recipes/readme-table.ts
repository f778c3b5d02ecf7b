/** Reads the files that the README's table "To add …" names for each addition. */
import { readFileSync } from 'node:fs';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, section = ''] = readme.split('## To add …\n\n');
const [table = '', below = ''] = section.split('\n\n');

/**
 * Converts a name in backticks to a path pattern: `{a,b}` is either, `<noun>` is any name, and a name without
 * a folder is in any folder.
 */
function patternOf(name: string): RegExp {
  const source = name
    .split(/(\{[^}]+\}|<[^>]+>)/)
    .map(part => {
      if (part.startsWith('<')) return '[^/]+';
      if (part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').map(RegExp.escape).join('|')})`;
      return RegExp.escape(part);
    })
    .join('');
  return new RegExp(`${name.includes('/') ? '^' : '(?:^|/)'}${source}(?:$|/)`);
}

const namesIn = (text: string): RegExp[] =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, name = '']) => name)
    .filter(name => /[./]/.test(name))
    .map(patternOf);

/** Patterns for every addition, from the paragraph below the table. */
const everyRow = namesIn(below);

/**
 * Patterns of the files named by some rows and by the paragraph for every addition.
 * @param rows the first cells of the rows
 * @throws Error for a row that the table does not have
 */
export function readPromisedFilePatterns(rows: readonly string[]): RegExp[] {
  const cells = rows.map(row => {
    const line = table.split('\n').find(one => one.startsWith(`| ${row} |`));
    if (!line) throw new Error(`the README's table has no row "${row}"`);
    return line.slice(row.length + 4);
  });
  return [...cells.flatMap(namesIn), ...everyRow];
}
