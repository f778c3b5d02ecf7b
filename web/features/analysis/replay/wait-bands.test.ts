import { describe, expect, it } from 'vitest';
import { openTrack, writeTrack } from '#events/analysis/track.ts';
import { Status } from '#events/case/status.ts';
import { waitBand, waitBandStartsOf } from './wait-bands.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);

/** A track in which case i waits i hours for its doctor. */
function waitingTrack(cases: number) {
  const caseIds = Array.from({ length: cases }, (_, i) => `C${i + 1}`);
  const moves = caseIds.map((caseId, i) => ({
    at: start + (i + 1) * hour,
    position: BigInt(i + 1),
    caseId,
    to: Status.PrepareProduction,
  }));
  const waiting = caseIds.map(id => ({ id, status: Status.PlanAwaitingDoctor, since: start, person: null }));
  const range = { from: start, to: start + cases * hour, startPosition: 0n, position: BigInt(cases) };
  return openTrack(writeTrack({ ...range, cases: waiting }, moves));
}

describe('the colour of a wait', () => {
  const bandStarts = waitBandStartsOf(waitingTrack(100));

  it.each([
    [10, 0],
    [60, 1],
    [90, 2],
    [99, 3],
  ])('of %i hours, where 100 cases waited 1 to 100, is in band %i', (hours, band) =>
    expect(waitBand(bandStarts, Status.PlanAwaitingDoctor, hours * hour)).toBe(band),
  );

  it('is ordinary at a step with too few ended stays', () => {
    expect(waitBand(bandStarts, Status.ToAccept, 1000 * hour)).toBe(0);
    expect(waitBand(waitBandStartsOf(waitingTrack(5)), Status.PlanAwaitingDoctor, 1000 * hour)).toBe(0);
  });

  it('does not exist for a completed case', () =>
    expect(waitBand(bandStarts, Status.Completed, hour)).toBe(4));
});
