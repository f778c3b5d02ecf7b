/** What a patient has said and the clinic has not heard yet: kept on the phone, so that it is sent once there is a network. */
import type { WearNow } from '#events/wear/wear.ts';
import type { Arch } from './today.ts';

type Changed = { kind: 'changes'; stage: number };
type Missed = { kind: 'missed'; arch: Arch; stage: number; reason: 'lost' | 'broken' };
/** `id`: sent again, it is the same; `on`: the day it was said, where the clinic is. */
export type Said = { id: string; on: string } & (Changed | Missed);

/**
 * True where the clinic had it already, by the word of the field that was refused: an aligner that is not the next one
 * may be behind the record or, as in a pause, ahead of it, and then the clinic has not heard of it.
 */
export const isKnown = (said: Said, issue: string | undefined, now: Pick<WearNow, 'stage'>): boolean =>
  issue === 'missed-known' ||
  (issue === 'change-not-next' && said.kind === 'changes' && said.stage <= now.stage);

type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** By prefix, one for each page (web/lib/storage.ts). */
const keyOf = (path: string) => `wear:${path}`;

/** @param path of the page */
export function openOutbox(box: Box, path: string) {
  const key = keyOf(path);
  const all = (): Said[] => {
    try {
      // The boundary: only this file writes it.
      return JSON.parse(box.getItem(key) ?? '[]') as Said[];
    } catch {
      return [];
    }
  };
  const write = (list: readonly Said[]) =>
    list.length > 0 ? box.setItem(key, JSON.stringify(list)) : box.removeItem(key);
  return {
    all,
    add: (said: Said) => write([...all(), said]),
    remove: (id: string) => write(all().filter(said => said.id !== id)),
    clear: () => box.removeItem(key),
  };
}
