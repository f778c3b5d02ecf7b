/** What is read of the rows: by people's eyes through present, and by `perform` as it is. */
import { createCaseReads } from './case/reads.ts';
import { createListReads } from './caseList/reads.ts';
import type { FindRow } from './found.ts';
import type { Generation, Source } from './generation.ts';
import { createHistoryReads } from './history/reads.ts';
import { createMessageReads } from './messages/reads.ts';
import type { PresentCtx } from './present.ts';

export type Reads = ReturnType<typeof createReads>;

/** `now` gives the rows that answer now: a rebuild changes which they are. */
export function createReads(now: () => Generation, source: Source) {
  const find: FindRow = <Row>(view: string, id: string) => {
    const entry = now().folder.entry(view, id);
    return entry && { row: entry.row as Row, position: entry.position };
  };
  const personRef: PresentCtx['person'] = id => {
    const person = now().directory.people.get(id);
    // An unknown id (the system, an erased person) is shown as itself; it may do nothing, as an analyst.
    return { id, name: person?.name ?? id, position: person?.position ?? 'Analyst' };
  };
  return {
    ...createCaseReads(source, find),
    ...createListReads(now, find),
    ...createHistoryReads(now, find),
    ...createMessageReads(now, find),
    personRef,
    directory: () => now().directory,
  };
}
