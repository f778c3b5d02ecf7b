/** Reads CSV as spreadsheets write it, in any of their encodings and with any of their separators. */
import { parse } from 'csv-parse/sync';
import { badField } from '#events/errors.ts';
import { importLimits } from '#events/person/import.ts';
import { countHeadings, type TableLine } from '#events/person/import-rows.ts';
import type { ImportWords } from '#events/person/import-words.ts';

/**
 * Decodes UTF-8, UTF-16 with its byte order mark (Excel's "Unicode text"), and otherwise GB18030, in which Chinese
 * Excel saves CSV.
 */
function decodeTable(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

const separators = [',', ';', '\t'];

/** Maximum length of a line in characters. A quote that is never closed would make the rest of the file one line. */
const LINE_CHARS = 10_000;

type Parsed = { record: string[]; info: { lines: number } };

function linesOf(text: string, delimiter: string, to: number): TableLine[] {
  // Cast: with `info` the parser returns these.
  const parsed = parse(text, {
    ...{ delimiter, to, info: true, relax_column_count: true, relax_quotes: true },
    ...{ skip_empty_lines: true, max_record_size: LINE_CHARS },
  }) as unknown as Parsed[];
  return parsed.map(({ record, info }) => ({ line: info.lines, cells: record }));
}

/** Finds the separator by which the first line has the most headings. */
function separatorOf(text: string, words: ImportWords): string {
  const found = (separator: string) => {
    const [first] = linesOf(text, separator, 1);
    return countHeadings(first?.cells ?? [], words);
  };
  return separators.toSorted((a, b) => found(b) - found(a))[0] ?? ',';
}

/** Reads the lines of a table. @throws Refusal badInput if the text is not a table */
export function readCsv(bytes: Uint8Array, words: ImportWords): TableLine[] {
  // Excel may begin a file with a line that names its separator.
  const text = decodeTable(bytes).replace(/^sep=.\r?\n/i, '');
  if (text.includes('\u0000')) throw badField('content', 'import-unreadable');
  try {
    return linesOf(text, separatorOf(text, words), importLimits.rowsRead + 1);
  } catch {
    throw badField('content', 'import-unreadable');
  }
}
