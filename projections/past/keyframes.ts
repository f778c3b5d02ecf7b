/**
 * Keyframes: compressed files of past rows at the beginning of a day, from which a moment of the day is folded. The
 * log can rebuild each, so a missing one costs time only.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import { isKeyframeDay } from './keyframe-days.ts';

export type Keyframe = {
  file: string;
  /** Position of the last event in the rows. */
  position: LogPosition;
  /** Clock of that event, milliseconds since 1970. */
  clock: number;
  /** Beginning of the UTC day that follows the event. */
  day: number;
};

const pattern = /^keyframe-([0-9a-f]+)-(\d+)-(\d+)-(\d+)\.zst$/;
const scratchPattern = /^moment-\d+\.db/;

/** Path of a keyframe that is not complete. */
export const unfinishedKeyframePath = (file: string): string => `${file}.part`;

export type Keyframes = ReturnType<typeof openKeyframes>;

/**
 * Opens the folder, and removes what a previous process left: scratch files, unfinished keyframes, and keyframes of
 * another log or version.
 */
export function openKeyframes(dir: string, kind: string) {
  mkdirSync(dir, { recursive: true });
  let scratches = 0;
  const known = new Map<string, Keyframe>();
  for (const name of readdirSync(dir)) {
    const [, ofKind, position, clock, day] = pattern.exec(name) ?? [];
    if (ofKind === kind)
      known.set(name, {
        file: join(dir, name),
        position: toLogPosition(position ?? ''),
        clock: Number(clock),
        day: Number(day),
      });
    else if (ofKind !== undefined || name.startsWith('keyframe-') || scratchPattern.test(name))
      rmSync(join(dir, name), { force: true });
  }
  /** Oldest first. */
  const all = () => [...known.values()].sort((a, b) => Number(a.position - b.position) || a.day - b.day);
  const drop = (which: (keyframe: Keyframe) => boolean) => {
    for (const [name, keyframe] of known) {
      if (!which(keyframe)) continue;
      known.delete(name);
      rmSync(keyframe.file, { force: true });
    }
  };
  return {
    /** An unused path for the rows of one moment. */
    scratch: () => join(dir, `moment-${++scratches}.db`),
    newest: () => all().at(-1),
    /** The newest keyframe that does not go beyond a position, or a time in milliseconds. */
    upTo: (asked: bigint | number) =>
      all().findLast(({ position, clock }) =>
        typeof asked === 'bigint' ? position <= asked : clock <= asked,
      ),
    /** Names the keyframe to write. `add` makes it known. */
    at: ({ position, clock }: Pick<Keyframe, 'position' | 'clock'>, day: number): Keyframe => {
      const name = `keyframe-${kind}-${position}-${clock}-${day}.zst`;
      return { file: join(dir, name), position, clock, day };
    },
    add: (keyframe: Keyframe) => known.set(keyframe.file.slice(dir.length + 1), keyframe),
    /** Deletes keyframes of days that are not kept any more. */
    thin: (now: number) => drop(({ day }) => !isKeyframeDay(day, now)),
    /** Deletes all keyframes that contain a position. */
    dropFrom: (position: bigint = START) => drop(keyframe => keyframe.position >= position),
  };
}
