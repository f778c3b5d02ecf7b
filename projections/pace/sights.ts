/**
 * Sights of the row `pace`. Similar cases are counted by the days between two steps, and the open ones by the day since
 * which they are on the way.
 */
import { type PaceStep, paceSteps } from '#events/forecast/forecast.ts';
import { paceRoom } from '../rooms.ts';
import type { Sight } from '../view.ts';
import { lastPaceStep, type PaceRow, wholeDaysBetween } from './reached.ts';

/** Returns the room of a row's cases that passed these steps. */
export const paceRoomOfRow = ({ servedBy, method }: PaceRow, ...steps: readonly PaceStep[]) =>
  paceRoom(servedBy, method ?? 0, ...steps);

/**
 * Group of open cases: the day since which they are on the way, and their last step. Not the number of days, which
 * grows.
 */
const openGroup = (since: string, last: PaceStep): string => `${since.slice(0, 10)}|${last}`;
/** Parses the key of a group of open cases, written by `openGroup` only. */
export function parseOpenCaseGroup(group: string): { since: string; last: PaceStep } {
  const [since = '', last] = group.split('|');
  return { since, last: last as PaceStep };
}

/**
 * Returns a sight for every two reached steps, with the number of days between them as its group. An open case also has one for
 * each reached step: the wait for the next steps, which has not ended.
 */
export function paceSights(row: PaceRow): Sight[] {
  const reached = paceSteps.flatMap(step => {
    const at = row.reached[step];
    return at === undefined ? [] : [{ step, at }];
  });
  const taken = reached.flatMap(({ step: from, at }, i) =>
    reached.slice(i + 1).map(({ step: to, at: then }) => ({
      list: 'pace',
      room: paceRoomOfRow(row, from, to),
      group: String(wholeDaysBetween(at, then)),
      sort: { at: then },
    })),
  );
  const last = reached.at(-1)?.step;
  if (last === undefined || last === lastPaceStep) return taken;
  const open = reached.map(({ step, at }) => ({
    list: 'paceOpen',
    room: paceRoomOfRow(row, step),
    group: openGroup(at, last),
    sort: { at },
  }));
  return [...taken, ...open];
}
