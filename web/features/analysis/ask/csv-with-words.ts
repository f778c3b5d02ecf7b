/** An answer as CSV, as the screen shows it: after each column of codes, a column with the words. Pure. */
import type { AskAnswer } from '#services/api/answers.ts';
import { type AnswerCell, cellText } from './cell-text.ts';
import { codeWordKey, isCodeColumn } from './code-word.ts';

/** Excel recognises UTF-8 by this mark. */
const byteOrderMark = '\uFEFF';

/** A spreadsheet evaluates a text that begins like this as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const textField = (text: string) => quoted(formulaStart.test(text) ? `'${text}` : text);

function field(cell: AnswerCell, type: string): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? String(cell) : textField(cellText(cell, type));
}

/**
 * @param wordOf returns the word for a dictionary key
 * @returns the answer's rows, which the server may have limited
 */
export function csvWithWords(
  { columns, rows }: Pick<AskAnswer, 'columns' | 'rows'>,
  wordOf: (key: NonNullable<ReturnType<typeof codeWordKey>>) => string,
): string {
  const head = columns.flatMap(({ name }) =>
    isCodeColumn(name) ? [textField(name), textField(`${name}_text`)] : [textField(name)],
  );
  const lines = rows.map(cells =>
    columns.flatMap(({ name, type }, i) => {
      const cell = cells[i] ?? null;
      const word = codeWordKey(name, cell);
      return isCodeColumn(name)
        ? [field(cell, type), word ? textField(wordOf(word)) : '']
        : [field(cell, type)];
    }),
  );
  return `${byteOrderMark}${[head, ...lines].map(line => `${line.join(',')}\n`).join('')}`;
}
