/** What the plan wants done in the chair until an aligner, held against what was recorded: the next visit's proposal. Pure. */
import type { PlanBundle } from '../plan/bundle.ts';
import { wornAt } from '../plan/today.ts';
import { compareContacts, contactKey, type Fdi, inScreenOrder } from '../tooth/fdi.ts';
import type { attachmentDoings } from './events.ts';
import type { Visit } from './process.ts';

type Doing = (typeof attachmentDoings)[number];
type Done = Pick<Visit, 'visit' | 'date' | 'ipr' | 'attachments'>;

export type DueContact = {
  contact: string;
  /** mm that the plan wants until the aligner, and that were done; `due` is what is left. */
  planned: number;
  done: number;
  due: number;
};
export type DueAttachment = { tooth: Fdi; what: Doing };
export type Due = { ipr: DueContact[]; attachments: DueAttachment[] };

/** Hundredths of a millimetre: sums of tenths stay what they are. */
const rounded = (mm: number): number => Math.round(mm * 100) / 100;

const summed = (all: readonly (readonly [contact: string, mm: number])[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const [contact, mm] of all) sums.set(contact, rounded((sums.get(contact) ?? 0) + mm));
  return sums;
};

/** IPR per contact until an aligner: every contact that the plan names by then or where something was done. */
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

/** What happened last to each tooth's attachment. */
function lastDoings(visits: readonly Done[]): Map<Fdi, Doing> {
  const inOrder = visits.toSorted((a, b) => a.date.localeCompare(b.date) || a.visit - b.visit);
  return new Map(
    inOrder.flatMap(visit => visit.attachments.map(({ tooth, what }) => [tooth, what] as const)),
  );
}

const isOn = (doing: Doing | undefined) => doing === 'bonded' || doing === 'rebonded';

/** What is to be bonded or taken off at an aligner. What nobody recorded as bonded is not proposed to be taken off. */
function attachmentsDue(bundle: PlanBundle, visits: readonly Done[], stage: number): DueAttachment[] {
  const doings = lastDoings(visits);
  const worn = new Set(
    bundle.attachments
      .filter(a => stage > 0 && Math.max(1, a.from) <= stage && wornAt(bundle, a, stage) <= a.to)
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

/** @param stage the aligner that is handed over: what is done before it is seated, and all that is left from before */
export const dueAt = (bundle: PlanBundle, visits: readonly Done[], stage: number): Due => ({
  ipr: iprDue(bundle, visits, stage),
  attachments: attachmentsDue(bundle, visits, stage),
});

/** Attachments that are lost now: recorded so, and not bonded again since. */
export const lostNow = (visits: readonly Done[]): Fdi[] =>
  inScreenOrder([...lastDoings(visits)].filter(([, what]) => what === 'lost').map(([tooth]) => tooth));
