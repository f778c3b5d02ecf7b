/** Texts by which results are cited, for example below a table in a paper. In English, as citations are. */
import type { AskAnswer } from '#services/api/answers.ts';
import type { ExportItem } from './data/export-queries.ts';

type CitedLog = { log: string; position: string; definition: string; clock?: string };

/** @param rest what distinguishes the result from others of the same log */
const textOf = ({ log, position, definition, clock }: CitedLog, rest: readonly string[]): string =>
  [
    `Archline, log ${log}`,
    `position ${position}${clock ? ` (${clock})` : ''}`,
    `tables ${definition}`,
    ...rest,
  ].join(', ');

/** Two answers with the same citation have the same rows. */
export const citationOfQuestion = (citation: NonNullable<AskAnswer['citation']>): string =>
  textOf(citation, [`question SHA-256 ${citation.question}`]);

type CitedExport = CitedLog & Pick<ExportItem, 'format' | 'from' | 'to' | 'file'>;

/** Two files with the same citation have the same bytes. */
export function citationOfExport({ format, from, to, file, ...log }: CitedExport): string {
  const range = from || to ? ` from ${from ?? 'the start'} to ${to ?? 'the end'}` : '';
  return textOf(log, [format + range, ...(file ? [`SHA-256 ${file.sha256}`] : [])]);
}
