import { describe, expect, it } from 'vitest';
import { groupOfStatus, Status, statuses } from '../case/status.ts';
import { createRandom } from '../script/random.ts';
import { makeMoves } from '../testing/moves.ts';
import { countQueues, type QueueKind, type QueueSeries } from './queues.ts';
import { GONE, NOBODY, openTrack, type Track, writeTrack } from './track.ts';

const HOUR_MS = 3_600_000;
const from = Date.UTC(2026, 0, 1);
const to = from + 90 * 24 * HOUR_MS;

const run = (track: Track, times: readonly number[], by: QueueKind): QueueSeries[] => {
  const counting = countQueues(track, times, by);
  for (;;) {
    const next = counting.next();
    if (next.done) return next.value;
  }
};

const trackOf = (seed: number) => {
  const { moves, assignments } = makeMoves({ seed, cases: 300, from, to, people: 6 });
  const start = { from, to, startPosition: 0n, position: 10n ** 6n, cases: [] };
  return openTrack(writeTrack(start, moves, assignments));
};

const inHand = (status: Status) => ['intake', 'design', 'halted'].includes(statuses[status].phase);

/** The queues at a time, from the list of all cases. */
function queuesAt(track: Track, at: number, by: QueueKind): Map<string, number[]> {
  const [now, since, people] = [track.statusesAt(at), track.sinceAt(at), track.assigneesAt(at)];
  const queues = new Map<string, number[]>();
  for (const i of track.caseIds.keys()) {
    if (now[i] === GONE) continue;
    const status = now[i] as Status;
    const person = people[i] ?? NOBODY;
    const key = {
      status: String(status),
      group: groupOfStatus(status),
      person: person === NOBODY || !inHand(status) ? undefined : track.people[person],
    }[by];
    if (key) queues.set(key, [...(queues.get(key) ?? []), Math.round((at - (since[i] ?? 0)) / 1000)]);
  }
  return queues;
}

describe('queues over time', () => {
  it.each(['status', 'group', 'person'] as const)('by %s equal the list of cases at each time', by => {
    for (const seed of [1, 2, 3]) {
      const track = trackOf(seed);
      const random = createRandom(seed);
      const times = Array.from({ length: 20 }, () => from + random.below(90 * 24) * HOUR_MS).sort(
        (a, b) => a - b,
      );
      const series = run(track, times, by);
      for (const [n, at] of times.entries()) {
        const expected = queuesAt(track, at, by);
        const actual = new Map(series.map(one => [one.key, one]));
        expect([...expected.keys()].every(key => actual.has(key))).toBe(true);
        for (const [key, one] of actual) {
          const waits = (expected.get(key) ?? []).sort((a, b) => b - a);
          expect(one.counts[n]).toBe(waits.length);
          expect(one.oldest[n]).toBe(waits[0] ?? null);
          expect(one.median[n]).toBe(waits[Math.floor((waits.length - 1) / 2)] ?? null);
        }
      }
    }
  });

  it('have as many more cases as arrive and fewer as depart', () => {
    const times = Array.from({ length: 30 }, (_, i) => from + i * 72 * HOUR_MS);
    for (const by of ['status', 'group', 'person'] as const)
      for (const { counts, arrivals, departures } of run(trackOf(4), times, by)) {
        expect([arrivals[0], departures[0]]).toEqual([0, 0]);
        for (let n = 1; n < times.length; n++)
          expect(counts[n]).toBe((counts[n - 1] ?? 0) + (arrivals[n] ?? 0) - (departures[n] ?? 0));
      }
  });

  it('count each move, also through a status that is left within a second', () => {
    const move = (at: number, status: number) => ({
      at: from + at,
      position: BigInt(at),
      caseId: 'A',
      to: status,
    });
    const moves = [move(1, Status.ToAccept), move(2, Status.CaseProcessing), move(3, Status.ToDistribute)];
    const start = { from, to, startPosition: 0n, position: 9n, cases: [] };
    const series = run(openTrack(writeTrack(start, moves)), [from, to], 'status');
    expect(series.map(({ key, arrivals, departures }) => [key, arrivals[1], departures[1]])).toEqual([
      ['10', 1, 1],
      ['12', 1, 1],
      ['21', 1, 0],
    ]);
  });
});
