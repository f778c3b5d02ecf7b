/** A whole case in numbers and days, derived from its case view. Pure. */
import { daysBetween } from '#events/case/calendar.ts';
import type { WearHold } from '#events/wear/wear.ts';
import { wearAt } from '#events/wear/wear-calendar.ts';
import type { CaseView } from '#projections/case/view.ts';

export type ArchCounts = { upper: number; lower: number };
type WornDays = { planned: number; real: number | null; held: number; longer: number };
const summaryDates = [
  'created',
  'submitted',
  'planned',
  'approved',
  'shipped',
  'received',
  'worn',
  'completed',
] as const;
type SummaryDate = { name: (typeof summaryDates)[number]; day: string; after: number | null };

export type CaseSummaryData = {
  stages: { planned: ArchCounts; sent: ArchCounts; received: ArchCounts; worn: ArchCounts | null };
  plans: number;
  refused: number;
  batches: number;
  lost: number;
  trays: number;
  records: number;
  visits: number;
  /** IPR performed at visits, mm. */
  ipr: number;
  days: WornDays | null;
  dates: SummaryDate[];
};

/** Days on hold before a date. */
const heldDays = (holds: readonly WearHold[], until: string): number =>
  holds
    .filter(hold => hold.from < until)
    .reduce((sum, { from, until: end }) => {
      const to = end === null || end > until ? until : end;
      return sum + Math.max(0, daysBetween(from, to));
    }, 0);

/** @param today for an ongoing treatment */
function daysOf(view: CaseView, today: string): WornDays | null {
  const { wear, wearLimits, completion } = view;
  if (!wear || !wearLimits) return null;
  const last = Math.max(wearLimits.total.upper, wearLimits.total.lower);
  const ended = completion?.date ?? today;
  const longer = Object.values(wear.longer).reduce((sum, days) => sum + days, 0);
  return {
    planned: Math.max(0, last - wear.stage + 1) * wear.days,
    real: ended >= wear.start ? daysBetween(wear.start, ended) : null,
    held: heldDays(wear.holds, ended),
    longer,
  };
}

function wornStages(view: CaseView, today: string): ArchCounts | null {
  const { wear, wearLimits, completion } = view;
  if (!wear || !wearLimits) return null;
  const day = completion?.date ?? today;
  if (day < wear.start) return null;
  const { upper, lower } = wearAt(wear, wearLimits, day);
  return { upper, lower };
}

const received = ({ shipments }: CaseView): ArchCounts => {
  const there = shipments.filter(one => one.receivedAt !== null && one.lost === null);
  const last = (arch: 'upper' | 'lower') => Math.max(0, ...there.map(one => one[arch]?.to ?? 0));
  return { upper: last('upper'), lower: last('lower') };
};

/** @param dayOf returns the date of a moment in the reader's time zone */
function datesOf(view: CaseView, dayOf: (at: string) => string): SummaryDate[] {
  const approved = view.plans.find(plan => plan.version === view.approved);
  const first = view.shipments.find(one => one.lost === null);
  const moments: Record<SummaryDate['name'], string | null | undefined> = {
    created: dayOf(view.header.createdAt),
    submitted: view.header.submittedAt && dayOf(view.header.submittedAt),
    planned: view.plans[0] && dayOf(view.plans[0].at),
    approved: approved?.doctor && dayOf(approved.doctor.at),
    shipped: first && dayOf(first.at),
    received: first?.receivedAt && dayOf(first.receivedAt),
    worn: view.wear?.start,
    completed: view.completion?.date,
  };
  const begun = moments.submitted || null;
  return summaryDates.flatMap(name => {
    const day = moments[name];
    if (!day) return [];
    const counted = begun !== null && name !== 'created' && name !== 'submitted';
    const after = counted ? daysBetween(begun, day) : null;
    // Dates entered for an earlier time have no number of days.
    return [{ name, day, after: after !== null && after >= 0 ? after : null }];
  });
}

/**
 * @param today of the reader, YYYY-MM-DD; @param dayOf returns the date of a moment in the reader's time zone
 */
export function summarizeCase(view: CaseView, today: string, dayOf: (at: string) => string): CaseSummaryData {
  const plan = view.plans.find(one => one.version === view.approved) ?? view.plans.at(-1);
  const mm = view.visits.flatMap(visit => visit.ipr).reduce((sum, one) => sum + one.mm, 0);
  return {
    stages: {
      planned: { upper: plan?.upperStages ?? 0, lower: plan?.lowerStages ?? 0 },
      sent: view.header.sent,
      received: received(view),
      worn: wornStages(view, today),
    },
    plans: view.plans.length,
    refused: view.plans.filter(one => one.status === 'rejected').length,
    batches: view.batches,
    lost: view.shipments.filter(one => one.lost !== null).length,
    trays: view.trays.length,
    records: view.records.length,
    visits: view.visits.length,
    ipr: Math.round(mm * 100) / 100,
    days: daysOf(view, today),
    dates: datesOf(view, dayOf),
  };
}
