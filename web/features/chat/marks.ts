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
