/** The replacement trays of a case's state. */
import type { CaseEvent, CaseEventOf } from '../case/stream.ts';

type Where = { by: string; at: string };
export type Parcel = Where & { courier: number; trackingNumber: string };

export type Tray = Where &
  CaseEventOf<'TrayOrdered'>['data'] & {
    note: string | null;
    shipped: Parcel | null;
    received: Where | null;
  };

export type CaseTraysState = { trays: Tray[] };
export const noTrays: CaseTraysState = { trays: [] };

/** Returns the id of an order: `<case>-T<n>`. */
export const trayId = (caseId: string, tray: number): string => `${caseId}-T${tray}`;

/** Parses an order's id into case and number; undefined if it is malformed. */
export function parseTrayId(id: string): { caseId: string; tray: number } | undefined {
  const [, caseId, tray] = /^(\w{1,40})-T([1-9]\d{0,2})$/.exec(id.trim()) ?? [];
  return caseId && tray ? { caseId, tray: Number(tray) } : undefined;
}

/** Returns the status of a replacement tray: ordered, shipped or received. */
export const trayStatus = ({ shipped, received }: Pick<Tray, 'shipped' | 'received'>) =>
  received ? 'received' : shipped ? 'shipped' : 'ordered';

const changed = ({ trays }: CaseTraysState, tray: number, change: Partial<Tray>): CaseTraysState => ({
  trays: trays.map(t => (t.tray === tray ? { ...t, ...change } : t)),
});

/** Returns the trays after an event; the same object if the event does not change them. */
export function evolveTrays(part: CaseTraysState, e: CaseEvent, { by, at }: Where): CaseTraysState {
  switch (e.type) {
    case 'TrayOrdered': {
      const note = e.personal.note ?? null;
      return { trays: [...part.trays, { ...e.data, note, by, at, shipped: null, received: null }] };
    }
    case 'TrayShipped': {
      const { tray, ...parcel } = e.data;
      return changed(part, tray, { shipped: { ...parcel, by, at } });
    }
    case 'TrayReceived':
      return changed(part, e.data.tray, { received: { by, at } });
    default:
      return part;
  }
}
