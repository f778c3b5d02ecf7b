/**
 * A patient's reports that the clinic has not received: stored on the phone and sent once there is a network.
 */
import type { WearNow } from '#events/wear/wear-calendar.ts';
import type { Arch } from './wear-page-content.ts';

type Changed = { kind: 'changes'; stage: number };
type Missed = { kind: 'missed'; arch: Arch; stage: number; reason: 'lost' | 'broken' };
/** `id`: prevents duplicates; `on`: the date of the report at the clinic. */
export type PatientReport = { id: string; on: string } & (Changed | Missed);

/**
 * Whether the clinic already has the report, by the issue of the refusal. A refused change of aligner is known if its
 * aligner is at or behind the record; one ahead of the record (as in a pause) is not.
 */
export const isReportKnown = (
  said: PatientReport,
  issue: string | undefined,
  now: Pick<WearNow, 'stage'>,
): boolean =>
  issue === 'missed-known' ||
  (issue === 'change-not-next' && said.kind === 'changes' && said.stage <= now.stage);

type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Prefix with one key per page (web/lib/storage.ts). */
const keyOf = (path: string) => `wear:${path}`;

/** @param path path of the page */
export function openReportOutbox(box: Box, path: string) {
  const key = keyOf(path);
  const all = (): PatientReport[] => {
    try {
      // Cast at the boundary: only this module writes the value.
      return JSON.parse(box.getItem(key) ?? '[]') as PatientReport[];
    } catch {
      return [];
    }
  };
  const write = (list: readonly PatientReport[]) =>
    list.length > 0 ? box.setItem(key, JSON.stringify(list)) : box.removeItem(key);
  return {
    all,
    add: (said: PatientReport) => write([...all(), said]),
    remove: (id: string) => write(all().filter(said => said.id !== id)),
    clear: () => box.removeItem(key),
  };
}
