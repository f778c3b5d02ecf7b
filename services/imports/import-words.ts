/** Words of imported tables. The template uses the words of the dictionaries. */
import { importFields } from '#events/person/import.ts';
import { createImportWords, type ImportWords } from '#events/person/import-words.ts';
import { type Dictionaries, type Lang, languages } from '../i18n/dictionaries.ts';

/** The words of both languages, because a file may come from a colleague who uses the other language. */
export const importWordsOf = (words: Dictionaries): ImportWords =>
  createImportWords(
    field => languages.map(lang => words.t(lang)(`import:column.${field}`)),
    position => languages.map(lang => words.t(lang)(`case:position.${position}`)),
  );

/** Headings of the template. The heading of an optional column says that the column may stay empty. */
export const templateHeadingsOf = (words: Dictionaries, lang: Lang): string[] =>
  importFields.map(field => words.t(lang)(`import:heading.${field}`));

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Formats the template as CSV with a byte order mark, so that Excel opens it in any language. */
export const formatCsvTemplate = (headings: readonly string[]): string =>
  `\ufeff${headings.map(quoted).join(',')}\r\n`;
