/** Decides where the next keyframes are laid: before the first event of each kept day. */
import type { Log } from '../contract.ts';
import { DAY_MS, dayStart, isKeyframeDay } from './keyframe-days.ts';
import type { Keyframe, Keyframes } from './keyframes.ts';
import { type LogMoment, momentsAfter } from './moments.ts';

/** The latest kept day that begins between two times. */
function keptDayBetween(after: number, upTo: number, now: number): number | undefined {
  for (let day = dayStart(upTo); day > after; day -= DAY_MS) if (isKeyframeDay(day, now)) return day;
  return undefined;
}

/**
 * The keyframes after the newest one, oldest first. Only moments with a final clock count.
 * @param now milliseconds since 1970
 */
export async function findMissingKeyframes(
  { log, keyframes }: { log: Pick<Log, 'readBatches'>; keyframes: Keyframes },
  now: number,
): Promise<Keyframe[]> {
  const newest = keyframes.newest();
  const missing: Keyframe[] = [];
  let last: LogMoment | undefined = newest;
  for await (const { final, ...moment } of momentsAfter(log, newest)) {
    if (!final) break;
    const day = last && keptDayBetween(last.clock, moment.clock, now);
    if (last && day !== undefined) missing.push(keyframes.at(last, day));
    last = moment;
  }
  return missing;
}
