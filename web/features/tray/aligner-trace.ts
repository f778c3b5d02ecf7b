/** The batch, parcel and plan of each aligner, and the progress of the newest batch. Pure. */

import { type ProductionBoardColumn, statuses } from '#events/case/status.ts';
import { rangeContains } from '#events/shipment/shipment.ts';
import type { TrayItem } from '#projections/case/follow-up.ts';
import type { BatchItem, CaseView, ShipmentItem } from '#projections/case/view.ts';
import type { PersonRef } from '#projections/caseList/item.ts';

export const arches = ['upper', 'lower'] as const;
export type Arch = (typeof arches)[number];

export const trayStates = ['open', 'producing', 'ready', 'shipped', 'received'] as const;
type TrayState = (typeof trayStates)[number];

export type AlignerWhereabouts = {
  arch: Arch;
  stage: number;
  state: TrayState;
  /** The batch in which the aligner is or was made. */
  batch: BatchItem | null;
  parcel: ShipmentItem | null;
  /** SHA-256 of its plan; empty while the aligner is open. */
  bundle: string;
  /** Version of that plan, if visible to the viewer. */
  version: number | null;
  /** Replacements of the aligner, newest last. */
  again: TrayItem[];
};

type TraceInput = Pick<CaseView, 'plans' | 'approved' | 'shipments' | 'batch' | 'trays'>;

/** The plan version with this hash. */
export const planVersionOfHash = ({ plans }: Pick<TraceInput, 'plans'>, bundle: string): number | null =>
  plans.findLast(plan => plan.bundle === bundle)?.version ?? null;

function traceOne(view: TraceInput, arch: Arch, stage: number): AlignerWhereabouts {
  const parcel = view.shipments.findLast(s => !s.lost && rangeContains(s[arch], stage)) ?? null;
  const batch = !parcel && view.batch && rangeContains(view.batch[arch], stage) ? view.batch : null;
  const bundle = parcel?.bundle ?? batch?.bundle ?? '';
  const made = batch?.finished ? 'ready' : batch ? 'producing' : 'open';
  const state = parcel ? (parcel.receivedAt ? 'received' : 'shipped') : made;
  const again = view.trays.filter(tray => tray.arch === arch && tray.stage === stage);
  return { arch, stage, state, batch, parcel, bundle, version: planVersionOfHash(view, bundle), again };
}

/** All aligners of an arch in order: those of the approved plan, and any sent beyond it. */
export function traceAligners(view: TraceInput, arch: Arch): AlignerWhereabouts[] {
  const plan = view.plans.find(p => p.version === view.approved) ?? view.plans.at(-1);
  const planned = (arch === 'upper' ? plan?.upperStages : plan?.lowerStages) ?? 0;
  const last = view.shipments.reduce((most, s) => Math.max(most, s[arch]?.to ?? 0), planned);
  return Array.from({ length: last }, (_, i) => traceOne(view, arch, i + 1));
}

const productionSteps = ['submitted', 'producing', 'shipped', 'received', 'worn'] as const;
export type ProductionStep = {
  id: (typeof productionSteps)[number];
  state: 'done' | 'current' | 'todo';
  at: string | null;
  by: PersonRef | null;
};

type ProgressInput = TraceInput & Pick<CaseView, 'wear' | 'facts'>;
type Reached = { at: string; by: PersonRef } | null;
const who = (done: { at: string; by: PersonRef } | null | undefined): Reached =>
  done ? { at: done.at, by: done.by } : null;

/** The step at each column of the manufacturer's board; null where the last parcel decides. */
const stepAtColumn: Record<ProductionBoardColumn, number | null> = {
  toProduce: 0,
  producing: 1,
  toDeliver: 1,
  shipped: null,
};

/** The step of the batch in progress; without one, that of the last parcel. */
function nowAt({ facts, shipments, wear }: ProgressInput): number {
  const { board } = statuses[facts.status];
  const step = board ? stepAtColumn[board] : null;
  if (step !== null) return step;
  const last = shipments.findLast(s => !s.lost);
  if (!last) return 0;
  if (!last.receivedAt) return 2;
  return wear ? 4 : 3;
}

/**
 * Steps of the current batch from the doctor's approval to the first day of wear, with person and time. If the next
 * batch is due but has not started, returns the steps of that batch, none of them done.
 */
export function productionProgressSteps(view: ProgressInput): ProductionStep[] {
  const now = nowAt(view);
  const last = view.shipments.findLast(s => !s.lost);
  const plan = view.plans.find(p => p.version === view.approved) ?? view.plans.at(-1);
  const parcel = now >= 2 ? last : undefined;
  const received = parcel?.receivedAt && parcel.receivedBy;
  const reached: Reached[] = [
    who(plan?.doctor),
    who(now === 1 ? view.batch : parcel?.begun),
    who(parcel),
    received ? { at: parcel.receivedAt ?? '', by: received } : null,
    view.wear && now === 4 ? { at: view.wear.start, by: view.wear.by } : null,
  ];
  return productionSteps.map((id, i) => {
    const { at = null, by = null } = reached[i] ?? {};
    const state = i < now || (i === now && id === 'received') ? 'done' : i === now ? 'current' : 'todo';
    return { id, state, at: i <= now ? at : null, by: i <= now ? by : null };
  });
}
