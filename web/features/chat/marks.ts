/** How far others have come with a message of one's own. Pure. */
import type { ChatMark } from '#projections/chat/item.ts';

export type Reached = { state: 'sent' | 'got' | 'read'; read: string[]; got: string[] };

/** @param marks of everybody @returns ids of those who have read it, and of those to whom it only came */
export function reached(seq: number, marks: readonly ChatMark[], meId: string): Reached {
  const others = marks.filter(mark => mark.id !== meId);
  const read = others.filter(mark => mark.read >= seq).map(mark => mark.id);
  const got = others.filter(mark => mark.got >= seq && mark.read < seq).map(mark => mark.id);
  return { state: read.length > 0 ? 'read' : got.length > 0 ? 'got' : 'sent', read, got };
}

/** What is known with what is told: of each person the mark that is further. The same list where none moved. */
export function furthest(known: readonly ChatMark[], told: readonly ChatMark[]): readonly ChatMark[] {
  const marks = new Map(known.map(mark => [mark.id, mark]));
  const further = told.filter(({ id, got, read }) => {
    const before = marks.get(id);
    return !before || before.got < got || before.read < read;
  });
  if (further.length === 0) return known;
  for (const mark of further) marks.set(mark.id, mark);
  return [...marks.values()];
}
