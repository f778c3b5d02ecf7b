import type { ExportItem } from './export-queries.ts';

type Cited = Pick<
  ExportItem,
  'log' | 'position' | 'clock' | 'definition' | 'format' | 'from' | 'to' | 'file'
>;

/** By what a result is cited: the same citation gives the same bytes. In English, as citations are. */
export function citationOf({ log, position, clock, definition, format, from, to, file }: Cited): string {
  return [
    `Archline, log ${log}`,
    `position ${position} (${clock})`,
    `tables ${definition}`,
    `${format}${from || to ? ` from ${from ?? 'the start'} to ${to ?? 'the end'}` : ''}`,
    ...(file ? [`SHA-256 ${file.sha256}`] : []),
  ].join(', ');
}
