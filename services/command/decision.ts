/** Context of a decision: today's date, people, and the uploads that its input names. */

import { createHash } from 'node:crypto';
import type { DecisionContext, Upload } from '#events/case/action-definition.ts';
import { defaultZone } from '#events/case/calendar.ts';
import type { CaseState } from '#events/case/case.ts';
import { productOfferOf } from '#events/case/offer.ts';
import type { Directory } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import { type Clock, dayInZone, isoNow } from '../clock/clock.ts';

/** Finished uploads of a case by id. Omits unknown, unfinished, and other cases' uploads. */
export type UploadLookup = (caseId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Upload>>;

export type DecisionDeps = {
  directory: () => Directory | Promise<Directory>;
  uploads: UploadLookup;
  clock: Clock;
};

const digest = (words: readonly string[]) => createHash('sha256').update(words.join('\n')).digest('hex');

/** Ids of uploads that an action's input names. */
function namedUploads(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const fields: Record<string, unknown> = { ...input };
  return [fields.files, fields.photos, fields.xrays]
    .flatMap(list => (Array.isArray(list) ? list : []))
    .filter(id => typeof id === 'string')
    .slice(0, 100);
}

/** Loads the context of a decision before it runs. */
export async function loadDecisionContext(
  deps: DecisionDeps,
  viewer: Viewer,
  state: CaseState,
  { input, childId = '' }: { input?: unknown; childId?: string } = {},
): Promise<DecisionContext> {
  const { clock } = deps;
  const directory = await deps.directory();
  const ids = namedUploads(input);
  const uploads: ReadonlyMap<string, Upload> =
    ids.length > 0 ? await deps.uploads(state.caseId, ids) : new Map();
  const organisation = directory.organisations.get(state.orgId);
  const zone = organisation?.zone ?? defaultZone;
  return {
    viewer,
    now: isoNow(clock),
    // Lazy: few decisions need it, and the calendar is slow.
    get today() {
      return dayInZone(zone, clock.now());
    },
    person: id => {
      const person = directory.people.get(id);
      return person && { id, position: person.position, orgId: person.orgId, active: !person.frozen };
    },
    upload: id => uploads.get(id),
    offer: productOfferOf(organisation),
    digest,
    childId,
  };
}
