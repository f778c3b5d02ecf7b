/** The retainer orders of a case's state. */
import type { CaseFile } from '../case/files.ts';
import type { Option } from '../case/options.ts';
import type { Action } from '../case/rules.ts';
import type { CaseEvent, CaseEventOf } from '../case/stream.ts';
import type { Parcel } from '../tray/tray.ts';

type Where = { by: string; at: string };

export type Retainer = Where &
  Omit<CaseEventOf<'RetainerApplied'>['data'], 'files'> & {
    address: string;
    note: string | null;
    files: CaseFile[];
    produced: Where | null;
    delivered: Parcel | null;
    received: Where | null;
  };

export type CaseRetainersState = { retainers: Retainer[] };
export const noRetainers: CaseRetainersState = { retainers: [] };

/** Statuses of a retainer order; codes of product-spec.md 4. */
export const RetainerStatus = {
  None: 0,
  ToProduce: 1,
  ReadyToDeliver: 2,
  ToReceive: 3,
  Signed: 4,
} as const;
export type RetainerStatus = (typeof RetainerStatus)[keyof typeof RetainerStatus];

export function retainerStatus(
  order: Pick<Retainer, 'produced' | 'delivered' | 'received'> | undefined,
): RetainerStatus {
  if (!order) return RetainerStatus.None;
  if (order.received) return RetainerStatus.Signed;
  if (order.delivered) return RetainerStatus.ToReceive;
  return order.produced ? RetainerStatus.ReadyToDeliver : RetainerStatus.ToProduce;
}

/** The arches of an order by product-spec.md's keys. */
export const archesByOrderKey: Record<Option<'retainerArch'>, readonly ('upper' | 'lower')[]> = {
  2: ['upper', 'lower'],
  0: ['upper'],
  1: ['lower'],
};

/** Actions of a retainer order by their short names in lists and routes. */
export const retainerActionByShortName = {
  produce: 'produceRetainer',
  deliver: 'deliverRetainer',
  receive: 'receiveRetainer',
  apply: 'applyRetainer',
} as const satisfies Record<string, Action>;
export type RetainerAction = keyof typeof retainerActionByShortName;

/** The next action at each status (lifecycle.md, Retainers). */
export const nextRetainerActionByStatus: Record<RetainerStatus, RetainerAction> = {
  [RetainerStatus.None]: 'apply',
  [RetainerStatus.ToProduce]: 'produce',
  [RetainerStatus.ReadyToDeliver]: 'deliver',
  [RetainerStatus.ToReceive]: 'receive',
  [RetainerStatus.Signed]: 'apply',
};

/** Returns `<case>-R<n>`: the label on the box and the order's id in the API. */
export const retainerId = (caseId: string, retainer: number): string => `${caseId}-R${retainer}`;

const changed = (
  { retainers }: CaseRetainersState,
  retainer: number,
  change: Partial<Retainer>,
): CaseRetainersState => ({
  retainers: retainers.map(order => (order.retainer === retainer ? { ...order, ...change } : order)),
});

/** Returns the orders after an event; the same object if the event does not change them. */
export function evolveRetainers(
  part: CaseRetainersState,
  e: CaseEvent,
  { by, at }: Where,
): CaseRetainersState {
  switch (e.type) {
    case 'RetainerApplied': {
      const { address, names, note = null } = e.personal;
      const files = e.data.files.map(file => ({ ...file, name: names[file.id] ?? '', by, at }));
      const open = { produced: null, delivered: null, received: null };
      return { retainers: [...part.retainers, { ...e.data, files, address, note, by, at, ...open }] };
    }
    case 'RetainerProduced':
      return changed(part, e.data.retainer, { produced: { by, at } });
    case 'RetainerDelivered': {
      const { retainer, ...parcel } = e.data;
      return changed(part, retainer, { delivered: { ...parcel, by, at } });
    }
    case 'RetainerReceived':
      return changed(part, e.data.retainer, { received: { by, at } });
    default:
      return part;
  }
}
