/** Finds cases of erased patients in the log itself, because files and rows from before an erasure may still exist. */
import type { Recorded } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import type { LogPosition } from '#events/log-position.ts';
import type { OpenedTables } from '../analysis/query.ts';
import type { ApiDeps } from './deps.ts';
import { waitForHead } from './event-query.ts';
import { readServedEvents } from './served-events.ts';

type ErasedDeps = Pick<ApiDeps, 'models' | 'sealedLog'>;
/** `head`: of the log, which the rows have reached. */
type ErasedRange = { after: LogPosition; head: LogPosition };

const types: ReadonlySet<string> = new Set(['PatientErased']);

/** The erasures of an organisation's cases, in the order of the log. */
export async function* readErasures(
  deps: ErasedDeps,
  orgId: string,
  { after, head }: ErasedRange,
): AsyncGenerator<Recorded> {
  for await (const { events } of readServedEvents(deps, orgId, { types }, { after }))
    for (const event of events) {
      if (event.position > head) return;
      yield event;
    }
}

/** True if a patient of the organisation was erased after a position. @throws Refusal notCaughtUp */
export async function hasErasureAfter(deps: ErasedDeps, orgId: string, after: LogPosition): Promise<boolean> {
  const head = await waitForHead(deps);
  for await (const _ of readErasures(deps, orgId, { after, head })) return true;
  return false;
}

/** @throws Refusal notCaughtUp if the tables may have facts of a patient who was erased since */
export async function refuseErasedFacts(
  deps: ErasedDeps,
  orgId: string,
  { factsAt }: Pick<OpenedTables, 'factsAt'>,
): Promise<void> {
  if (await hasErasureAfter(deps, orgId, factsAt)) throw new Refusal('notCaughtUp');
}
