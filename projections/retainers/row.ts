/** The rows `retainers`: one for each retainer order, in the list of whoever sees its case. */
import type { CaseState } from '#events/case/case.ts';
import { type Facts, factsOf } from '#events/case/may.ts';
import { caseStreamPrefix } from '#events/case/stream.ts';
import { type Retainer, retainerId, retainerStatus } from '#events/retainer/retainer.ts';
import { caseIdOf } from '../case/record.ts';
import { caseRow } from '../case/row.ts';
import { pinyinWords } from '../caseList/words.ts';
import { retainerRoom, roomsOf } from '../rooms.ts';
import type { FoldedView, Sight } from '../view.ts';
import type { RetainerListItem } from './item.ts';
import { presentRetainerItem } from './present.ts';
import { createRetainerReads } from './reads.ts';

export type RetainerRow = Facts & {
  caseId: string;
  patientName: string;
  clinic: string | null;
  order: Omit<RetainerListItem, 'caseId' | 'patientName' | 'clinic' | 'owner' | 'action' | 'position'>;
  /** The next order follows the newest one only. */
  newest: boolean;
};

/** An order as the list holds it. Pure, viewer-free. */
export function retainerRow(s: CaseState, one: Retainer): RetainerRow {
  const { retainer, type, arch, quantity, produced, delivered, received } = one;
  return {
    ...factsOf(s),
    caseId: s.caseId,
    patientName: s.sections.patient.name ?? '',
    clinic: s.sections.patient.clinic ?? null,
    order: {
      id: retainerId(s.caseId, retainer),
      retainer,
      type,
      arch,
      quantity,
      status: retainerStatus(one),
      appliedAt: one.at,
      producedAt: produced?.at ?? null,
      deliveredAt: delivered?.at ?? null,
      receivedAt: received?.at ?? null,
      courier: delivered?.courier ?? null,
      trackingNumber: delivered?.trackingNumber ?? null,
    },
    newest: s.retainers.at(-1) === one,
  };
}

function sights(row: RetainerRow): Sight[] {
  const where = {
    list: 'retainers',
    group: String(row.order.status),
    sort: { appliedAt: row.order.appliedAt },
  };
  return roomsOf(row).map(room => ({ ...where, room: retainerRoom(room) }));
}

function words({ caseId, patientName, clinic, order }: RetainerRow): string[] {
  const numbers = [order.id, caseId, order.trackingNumber ?? ''];
  return [...numbers, patientName, ...pinyinWords(patientName), clinic ?? ''];
}

/** Folds after the row `case`, so that it reads the case with the event: whatever moves the case may move who sees it. */
export const retainers = {
  name: 'retainers',
  version: 2,
  keep: 2000,
  follows: [caseStreamPrefix],
  keys: (event, read) =>
    (caseRow(read, caseIdOf(event))?.retainers ?? []).map(one => retainerId(caseIdOf(event), one.retainer)),
  fold: (row, event, read, id) => {
    const state = caseRow(read, caseIdOf(event));
    const one = state?.retainers.find(order => retainerId(state.caseId, order.retainer) === id);
    if (!state || !one) return null;
    const next = retainerRow(state, one);
    // Most of what happens to a case changes nothing of its orders: they are not told again.
    return row && JSON.stringify(row) === JSON.stringify(next) ? row : next;
  },
  lists: { retainers: ['appliedAt'] },
  sights,
  words,
  resumes: true,
  present: presentRetainerItem,
  reads: createRetainerReads,
} satisfies FoldedView<RetainerRow, RetainerListItem>;
