/** Read receipts: how far others have received and read a message. Pure. */
import type { ChatReadMark } from '#projections/chat/item.ts';

export type ReadReceipt = { state: 'sent' | 'got' | 'read'; read: string[]; got: string[] };

/** @param marks of all participants @returns ids of the readers, and of those who have only received it */
export function readReceiptOf(seq: number, marks: readonly ChatReadMark[], meId: string): ReadReceipt {
  const others = marks.filter(mark => mark.id !== meId);
  const read = others.filter(mark => mark.read >= seq).map(mark => mark.id);
  const got = others.filter(mark => mark.got >= seq && mark.read < seq).map(mark => mark.id);
  return { state: read.length > 0 ? 'read' : got.length > 0 ? 'got' : 'sent', read, got };
}

/** Merges marks: per person the further one. Returns the same list if no mark advanced. */
export function mergeMarks(
  known: readonly ChatReadMark[],
  told: readonly ChatReadMark[],
): readonly ChatReadMark[] {
  const marks = new Map(known.map(mark => [mark.id, mark]));
  const further = told.filter(({ id, got, read }) => {
    const before = marks.get(id);
    return !before || before.got < got || before.read < read;
  });
  if (further.length === 0) return known;
  for (const mark of further) marks.set(mark.id, mark);
  return [...marks.values()];
}
