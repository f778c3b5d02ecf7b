/** Retainer orders: their part of a case's state. */
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

export type RetainerPart = { retainers: Retainer[] };
export const noRetainers: RetainerPart = { retainers: [] };

/** product-spec.md 4: none, to produce, ready to deliver, to receive, signed. */
export const retainerStatuses = [0, 1, 2, 3, 4] as const;
export type RetainerStatus = (typeof retainerStatuses)[number];

export function retainerStatus(
  order: Pick<Retainer, 'produced' | 'delivered' | 'received'> | undefined,
): RetainerStatus {
  if (!order) return 0;
  if (order.received) return 4;
  if (order.delivered) return 3;
  return order.produced ? 2 : 1;
}

/** Arches that an order is for, by product-spec.md's keys: 2 both, 0 upper, 1 lower. */
export const archesOf: Record<Option<'retainerArch'>, readonly ('upper' | 'lower')[]> = {
  2: ['upper', 'lower'],
  0: ['upper'],
  1: ['lower'],
};

/** An order's steps and the next order, by the names that lists and routes have for them. */
export const retainerActs = {
  produce: 'produceRetainer',
  deliver: 'deliverRetainer',
  receive: 'receiveRetainer',
  apply: 'applyRetainer',
} as const satisfies Record<string, Action>;
export type RetainerAct = keyof typeof retainerActs;

/** What may follow at each status (lifecycle.md, Retainers): apply, produce, deliver, receive, apply. */
export const nextAct: Record<RetainerStatus, RetainerAct> = {
  0: 'apply',
  1: 'produce',
  2: 'deliver',
  3: 'receive',
  4: 'apply',
};

/** `<case>-R<n>`: what is written on the box, and the order's address in the API. */
export const retainerId = (caseId: string, retainer: number): string => `${caseId}-R${retainer}`;

const changed = ({ retainers }: RetainerPart, retainer: number, change: Partial<Retainer>): RetainerPart => ({
  retainers: retainers.map(order => (order.retainer === retainer ? { ...order, ...change } : order)),
});

/** The orders after an event; the same object where it is not about them. */
export function evolveRetainers(part: RetainerPart, e: CaseEvent, { by, at }: Where): RetainerPart {
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
