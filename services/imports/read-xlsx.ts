/** Reads the first sheet of an untrusted Excel workbook. Runs in a thread with bounded memory and time. */
import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { badField, isRefusal } from '#events/errors.ts';
import { importLimits } from '#events/person/import.ts';
import type { TableLine } from '#events/person/import-rows.ts';

/** Maximum bytes of all parts of a workbook together. Ten thousand rows of people take three megabytes. */
const UNPACKED_MAX = 24 * 2 ** 20;
const ENTRIES_MAX = 200;
/** Maximum number of columns that are read. Headings further right are not found. */
const COLUMNS_MAX = 100;

/**
 * Unpacks the parts and packs them again uncompressed. Otherwise the reader would trust the sizes that the file
 * states, and unpack a zip bomb. Here each part's buffer has its stated size and the rest is cut off, which leaves
 * invalid XML that is refused.
 * @throws Refusal badInput if the workbook states too large sizes
 */
function repacked(bytes: Uint8Array): ArrayBuffer {
  let [total, entries] = [0, 0];
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!name.endsWith('.xml') && !name.endsWith('.rels')) return false;
      total += originalSize;
      entries += 1;
      if (total > UNPACKED_MAX || entries > ENTRIES_MAX) throw badField('content', 'import-unpacks');
      return true;
    },
  });
  return Uint8Array.from(zipSync(parts, { level: 0 })).buffer;
}

/** Converts a number to the text that a person typed. Otherwise a phone number could become 1.39e10. */
const numberText = (text: string) => (/e/i.test(text) ? String(Number(text)) : text);

const cellText = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : value === null ? '' : String(value);

/** Names the cell of an error such as `<c/> at row 3, col 2: VALUE_MISSING`: a formula without a result. */
function cellIssue(error: unknown) {
  const [, line, column] = /at row (\d+), col (\d+)/.exec(String(error)) ?? [];
  if (line === undefined || column === undefined) return badField('content', 'import-unreadable');
  return badField('content', 'import-cell', { line, column });
}

/**
 * Reads the first sheet. Formulas are not evaluated: a cell has the result that the spreadsheet saved.
 * @throws Refusal badInput
 */
export async function readXlsx(bytes: Uint8Array): Promise<TableLine[]> {
  try {
    const rows = await readSheet(repacked(bytes), { parseNumber: numberText });
    return rows.slice(0, importLimits.rowsRead + 1).map((cells, i) => ({
      line: i + 1,
      cells: cells.slice(0, COLUMNS_MAX).map(cellText),
    }));
  } catch (error) {
    throw isRefusal(error) ? error : cellIssue(error);
  }
}
