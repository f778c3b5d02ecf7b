/** Colour of a wait: how a case's stay compares with the ended stays of other cases at the same status. Pure. */
import { GONE, type Track } from '#events/analysis/track.ts';
import { isStatus, statuses } from '#events/case/status.ts';

/** From ordinary to long. `ended`: the case waits for nobody. */
export const waitBands = ['usual', 'slow', 'late', 'longest', 'ended'] as const;
export type WaitBand = 0 | 1 | 2 | 3 | 4;
const endedBand: WaitBand = 4;

/** Shares of the ended stays that are shorter than the start of the bands `slow`, `late` and `longest`. */
const bounds = [0.5, 0.85, 0.95] as const;
/** Minimum number of ended stays for computing the bands of a status. */
const fewestStays = 8;
/** Maximum number of stays per status that are sorted, evenly spread over all: more would hardly change the bands. */
const mostStays = 4000;

/** Starts of the bands in ms, three for each status code; infinite for a status without enough stays. */
export type WaitBandStarts = Float64Array;

/** Returns the length of each ended stay of a track, by status. */
function endedStays(track: Track): Map<number, number[]> {
  const { times, caseIndexes, froms } = track.moves(0, track.moveCount);
  const since = track.startSince.slice();
  const stays = new Map<number, number[]>();
  for (let i = 0; i < times.length; i++) {
    const [at, caseIndex, from] = [times[i] ?? 0, caseIndexes[i] ?? 0, froms[i] ?? GONE];
    if (from !== GONE) {
      const lasted = at - (since[caseIndex] ?? at);
      const known = stays.get(from);
      if (known) known.push(lasted);
      else stays.set(from, [lasted]);
    }
    since[caseIndex] = at;
  }
  return stays;
}

export function waitBandStartsOf(track: Track): WaitBandStarts {
  const bandStarts = new Float64Array(3 * 256).fill(Number.POSITIVE_INFINITY);
  for (const [status, stays] of endedStays(track)) {
    if (stays.length < fewestStays) continue;
    const step = Math.ceil(stays.length / mostStays);
    const sorted = Float64Array.from(stays.filter((_, i) => i % step === 0)).sort();
    for (const [band, share] of bounds.entries())
      bandStarts[3 * status + band] =
        sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  }
  return bandStarts;
}

/** @param waited ms at the status */
export function waitBand(bandStarts: WaitBandStarts, status: number, waited: number): WaitBand {
  if (isStatus(status) && statuses[status].phase === 'ended') return endedBand;
  const at = 3 * status;
  if (waited < (bandStarts[at] ?? 0)) return 0;
  if (waited < (bandStarts[at + 1] ?? 0)) return 1;
  return waited < (bandStarts[at + 2] ?? 0) ? 2 : 3;
}
