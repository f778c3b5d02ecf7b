/** Proposes the chairside work of the next visit: planned before an aligner and not recorded yet. Pure. */

import { alignerWornAt } from '../plan/aligner-tasks.ts';
import type { PlanBundle } from '../plan/bundle.ts';
import { compareContacts, contactKey, type Fdi, inScreenOrder } from '../tooth/fdi.ts';
import type { attachmentChanges } from './events.ts';
import type { Visit } from './process.ts';

type Doing = (typeof attachmentChanges)[number];
type Done = Pick<Visit, 'visit' | 'date' | 'ipr' | 'attachments'>;

export type DueContact = {
  contact: string;
  /** IPR at a contact in mm: planned before the aligner, done, and still due. */
  planned: number;
  done: number;
  due: number;
};
export type DueAttachment = { tooth: Fdi; what: Doing };
export type DueChairsideWork = { ipr: DueContact[]; attachments: DueAttachment[] };

/** Rounds to hundredths of a millimetre, so that sums of tenths are exact. */
const rounded = (mm: number): number => Math.round(mm * 100) / 100;

const summed = (all: readonly (readonly [contact: string, mm: number])[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const [contact, mm] of all) sums.set(contact, rounded((sums.get(contact) ?? 0) + mm));
  return sums;
};

/** Returns IPR per contact before an aligner, for each contact that is planned or was treated. */
function iprDue({ ipr }: Pick<PlanBundle, 'ipr'>, visits: readonly Done[], stage: number): DueContact[] {
  const planned = summed(
    ipr.filter(one => one.before <= stage).map(({ contact, mm }) => [contact, mm] as const),
  );
  const done = summed(
    visits.flatMap(visit => visit.ipr.map(({ between, mm }) => [contactKey(...between), mm] as const)),
  );
  const all = [...new Set([...planned.keys(), ...done.keys()])].sort(compareContacts);
  return all.map(contact => {
    const [wanted, was] = [planned.get(contact) ?? 0, done.get(contact) ?? 0];
    return { contact, planned: wanted, done: was, due: Math.max(0, rounded(wanted - was)) };
  });
}

/** Returns the last change of each tooth's attachment. */
function lastDoings(visits: readonly Done[]): Map<Fdi, Doing> {
  const inOrder = visits.toSorted((a, b) => a.date.localeCompare(b.date) || a.visit - b.visit);
  return new Map(
    inOrder.flatMap(visit => visit.attachments.map(({ tooth, what }) => [tooth, what] as const)),
  );
}

const isOn = (doing: Doing | undefined) => doing === 'bonded' || doing === 'rebonded';

/** Returns attachments to bond or remove at an aligner. Proposes to remove only attachments that were recorded as bonded. */
function attachmentsDue(bundle: PlanBundle, visits: readonly Done[], stage: number): DueAttachment[] {
  const doings = lastDoings(visits);
  const worn = new Set(
    bundle.attachments
      .filter(a => stage > 0 && Math.max(1, a.from) <= stage && alignerWornAt(bundle, a, stage) <= a.to)
      .map(({ tooth }) => tooth),
  );
  return inScreenOrder([...worn, ...doings.keys()]).flatMap((tooth): DueAttachment[] => {
    const last = doings.get(tooth);
    if (worn.has(tooth)) {
      if (isOn(last)) return [];
      return [{ tooth, what: last === 'lost' ? 'rebonded' : 'bonded' }];
    }
    return isOn(last) ? [{ tooth, what: 'removed' }] : [];
  });
}

/**
 * Returns the chairside work due at an aligner.
 * @param stage the aligner that is handed over; work that is overdue from earlier stages is included
 */
export const dueChairsideWork = (
  bundle: PlanBundle,
  visits: readonly Done[],
  stage: number,
): DueChairsideWork => ({
  ipr: iprDue(bundle, visits, stage),
  attachments: attachmentsDue(bundle, visits, stage),
});

/** Returns attachments that were recorded as lost and not bonded since. */
export const teethWithLostAttachments = (visits: readonly Done[]): Fdi[] =>
  inScreenOrder([...lastDoings(visits)].filter(([, what]) => what === 'lost').map(([tooth]) => tooth));
