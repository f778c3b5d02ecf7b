/** An event of the log as a case's. */
import type { CaseRecord } from '#events/case/case.ts';
import { caseStreamPrefix, isCaseEventType } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';

/** The case that an event of a case's stream is about. */
export const caseIdOf = (event: Recorded): string => event.stream.slice(caseStreamPrefix.length);

/**
 * The boundary where an event of the log becomes a case's event: only `perform` appends to these streams.
 * @throws Error where this version does not know the type: rows that skip an event would lie from then on
 */
export function caseRecord(event: Recorded): CaseRecord {
  if (!isCaseEventType(event.type)) throw new Error(`unknown event ${event.type} in ${event.stream}`);
  return event as unknown as CaseRecord;
}
