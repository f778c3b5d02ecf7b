/** Words of imported tables: those of the template are the dictionaries'. */
import { importFields } from '#events/person/import.ts';
import { createImportWords, type ImportWords } from '#events/person/import-words.ts';
import { type Dictionaries, type Lang, languages } from '../i18n/dictionaries.ts';

/** The words of both languages: a file may come from a colleague who uses the other one. */
export const importWordsOf = (words: Dictionaries): ImportWords =>
  createImportWords(
    field => languages.map(lang => words.t(lang)(`import:column.${field}`)),
    position => languages.map(lang => words.t(lang)(`case:position.${position}`)),
  );

/** Headings of the template. Those of columns that may stay empty say so. */
export const templateHeadingsOf = (words: Dictionaries, lang: Lang): string[] =>
  importFields.map(field => words.t(lang)(`import:heading.${field}`));

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The template as CSV that Excel opens in any language: with a byte order mark. */
export const formatCsvTemplate = (headings: readonly string[]): string =>
  `\ufeff${headings.map(quoted).join(',')}\r\n`;
