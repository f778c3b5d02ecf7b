import { describe, expect, it } from 'vitest';
import { GONE } from '#events/analysis/track.ts';
import { Status, statusCodes } from '#events/case/status.ts';
import { queueDifferences } from './comparison.ts';
import { stationStatuses } from './map-edges.ts';
import {
  countArrivalsAndDepartures,
  moveCountsOverRange,
  queueLengthsOverRange,
  statusesOfStation,
  statusGroupCountsAt,
  statusGroupsInOrder,
  waitsByStation,
} from './queue-facts.ts';
import { createTestTrack, testTrackStart } from './testing.ts';

const day = 86_400_000;
const track = createTestTrack(300, 9000, 60);
const at = testTrackStart + 41.5 * day;

/** The statuses of all cases by a plain fold over the moves. */
function folded(until: number): Map<number, { status: number; since: number }> {
  const { times, caseIndexes, tos } = track.moves(0, track.moveCount);
  const cases = new Map<number, { status: number; since: number }>();
  for (let i = 0; i < times.length && (times[i] ?? 0) <= until; i++)
    cases.set(caseIndexes[i] ?? 0, { status: tos[i] ?? GONE, since: times[i] ?? 0 });
  return cases;
}
const countAt = (station: Status, until: number) => {
  const codes: readonly number[] = statusesOfStation(station);
  return [...folded(until).values()].filter(({ status }) => codes.includes(status)).length;
};

describe('the queues of a moment', () => {
  it('have every status in one group and one station', () => {
    expect(statusGroupsInOrder.length).toBe(11);
    expect(stationStatuses.flatMap(statusesOfStation).sort()).toEqual([...statusCodes].sort());
  });

  it('are those of a plain fold, with the change of a day', () => {
    for (const { count, change, statuses } of statusGroupCountsAt(track, at)) {
      for (const row of statuses) {
        expect(row.count).toBe(countAt(row.status, at));
        expect(row.change).toBe(countAt(row.status, at) - countAt(row.status, at - day));
      }
      expect(count).toBe(statuses.reduce((sum, row) => sum + row.count, 0));
      expect(change).toBe(statuses.reduce((sum, row) => sum + row.change, 0));
    }
  });

  it('know the longest and the median wait', () => {
    const codes: readonly number[] = statusesOfStation(Status.PlanUnderDesign);
    const waits = [...folded(at).values()]
      .filter(({ status }) => codes.includes(status))
      .map(({ since }) => at - since)
      .sort((a, b) => a - b);
    const { count, oldest, median } = waitsByStation(track, at).get(Status.PlanUnderDesign) ?? {};
    expect(count).toBe(waits.length);
    expect(oldest).toBe(waits.at(-1));
    expect(median).toBe(waits[Math.floor((waits.length - 1) / 2)]);
  });

  it('have no wait before the first case came', () => {
    expect(waitsByStation(track, testTrackStart).get(Status.ToAccept)).toEqual({
      count: 0,
      oldest: null,
      median: null,
    });
  });

  it('grow by what came less what left', () => {
    for (const station of stationStatuses) {
      const { came, left } = countArrivalsAndDepartures(track, station, at);
      expect(came - left).toBe(countAt(station, at) - countAt(station, at - day));
    }
  });
});

describe('the range of a track', () => {
  it('begins and ends with the counts of its ends', () => {
    const counts = queueLengthsOverRange(track, Status.ToAccept, 7);
    expect(counts.length).toBe(7);
    expect(counts[0]).toBe(0);
    expect(counts.at(-1)).toBe(countAt(Status.ToAccept, track.to));
  });

  it('has each move in one part', () => {
    const parts = moveCountsOverRange(track, 40);
    expect(parts.reduce((sum, one) => sum + one, 0)).toBe(track.moveCount);
    expect(Math.min(...parts)).toBeGreaterThan(200);
  });
});

describe('two moments', () => {
  it('differ by the counts, the largest difference first', () => {
    const found = queueDifferences(track, testTrackStart + 10 * day, at);
    for (const { station, before, after } of found) {
      expect(before).toBe(countAt(station, testTrackStart + 10 * day));
      expect(after).toBe(countAt(station, at));
    }
    const sizes = found.map(({ before, after }) => Math.abs(after - before));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(sizes).not.toContain(0);
  });

  it('do not differ from themselves', () => expect(queueDifferences(track, at, at)).toEqual([]));
});
