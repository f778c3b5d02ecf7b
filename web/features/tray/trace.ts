/** Which aligner comes from which batch, parcel and plan; and how far the newest of them are. Pure. */
import { statuses } from '#events/case/status.ts';
import { rangeContains } from '#events/shipment/shipment.ts';
import type { TrayItem } from '#projections/case/follow-up.ts';
import type { BatchItem, CaseView, ShipmentItem } from '#projections/case/view.ts';

export const arches = ['upper', 'lower'] as const;
export type Arch = (typeof arches)[number];

export const trayStates = ['open', 'producing', 'ready', 'shipped', 'received'] as const;
type TrayState = (typeof trayStates)[number];

export type Traced = {
  arch: Arch;
  stage: number;
  state: TrayState;
  /** Where it is, or was, made. */
  batch: BatchItem | null;
  parcel: ShipmentItem | null;
  /** SHA-256 of its plan; empty while it is open. */
  bundle: string;
  /** Version of that plan, where the viewer sees it. */
  version: number | null;
  /** Ordered again, the newest last. */
  again: TrayItem[];
};

type Seen = Pick<CaseView, 'plans' | 'approved' | 'shipments' | 'batch' | 'trays'>;

/** The version that a hash stands for. */
export const versionOf = ({ plans }: Pick<Seen, 'plans'>, bundle: string): number | null =>
  plans.findLast(plan => plan.bundle === bundle)?.version ?? null;

function traceOne(view: Seen, arch: Arch, stage: number): Traced {
  const parcel = view.shipments.findLast(s => !s.lost && rangeContains(s[arch], stage)) ?? null;
  const batch = !parcel && view.batch && rangeContains(view.batch[arch], stage) ? view.batch : null;
  const bundle = parcel?.bundle ?? batch?.bundle ?? '';
  const made = batch?.finished ? 'ready' : batch ? 'producing' : 'open';
  const state = parcel ? (parcel.receivedAt ? 'received' : 'shipped') : made;
  const again = view.trays.filter(tray => tray.arch === arch && tray.stage === stage);
  return { arch, stage, state, batch, parcel, bundle, version: versionOf(view, bundle), again };
}

/** Every aligner of an arch, in order: as many as the approved plan has, and whatever was sent beyond it. */
export function traceOf(view: Seen, arch: Arch): Traced[] {
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
  by: string | null;
};

type Stood = Seen & Pick<CaseView, 'wear' | 'facts'>;
type Reached = { at: string; by: string } | null;
const who = (done: { at: string; by: { name: string } } | null | undefined): Reached =>
  done ? { at: done.at, by: done.by.name } : null;

/** The step at which the aligners that move now stand; the last parcel's where none moves. */
function nowAt({ facts, shipments, wear }: Stood): number {
  const { board } = statuses[facts.status];
  if (board === 'toProduce') return 0;
  if (board === 'producing') return 1;
  const last = shipments.findLast(s => !s.lost);
  if (!last) return 0;
  if (!last.receivedAt) return 2;
  return wear ? 4 : 3;
}

/**
 * From the doctor's approval to the first day of wear, for the batch that moves now: who reached each step, and when.
 * Where the next batch has not been begun, the steps behind it are still to come.
 */
export function stepsOf(view: Stood): ProductionStep[] {
  const now = nowAt(view);
  const last = view.shipments.findLast(s => !s.lost);
  const plan = view.plans.find(p => p.version === view.approved) ?? view.plans.at(-1);
  const parcel = now >= 2 ? last : undefined;
  const received = parcel?.receivedAt && parcel.receivedBy;
  const reached: Reached[] = [
    who(plan?.doctor),
    who(now === 1 ? view.batch : parcel?.begun),
    who(parcel),
    received ? { at: parcel.receivedAt ?? '', by: received.name } : null,
    view.wear && now === 4 ? { at: view.wear.start, by: view.wear.by.name } : null,
  ];
  return productionSteps.map((id, i) => {
    const { at = null, by = null } = reached[i] ?? {};
    const state = i < now || (i === now && id === 'received') ? 'done' : i === now ? 'current' : 'todo';
    return { id, state, at: i <= now ? at : null, by: i <= now ? by : null };
  });
}
