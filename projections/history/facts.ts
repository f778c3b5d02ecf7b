/** What a line about an event needs beside who, when and the status. */
import type { CaseState } from '#events/case/case.ts';
import type { CaseEvent } from '#events/case/stream.ts';
import { type Facts, telling } from '../telling.ts';

export type { Facts };

/** `before` is the case as it was before the event. */
export function factsOf(e: CaseEvent, before: CaseState | undefined): Facts {
  // The table is keyed by type: this pairing is sound, and TypeScript cannot follow it across a union.
  const facts = telling[e.type].facts as (e: CaseEvent, before: CaseState | undefined) => Facts;
  return facts(e, before);
}

/** The note that a person wrote with it; null where there is none, or its key is gone. */
export function noteOf(e: CaseEvent): string | null {
  const personal = e.personal;
  if (!personal) return null;
  if ('note' in personal && personal.note) return personal.note;
  return 'reason' in personal && personal.reason ? personal.reason : null;
}
