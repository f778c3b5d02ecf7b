/** Generated tracks for tests: cases that move along the edges of the map. Seeded, so that each run is the same. */
import { openTrack, type StatusMove, type Track, writeTrack } from '#events/analysis/track.ts';
import { Status } from '#events/case/status.ts';
import { mapEdges } from './map-edges.ts';

const dayMs = 86_400_000;
export const testTrackStart = Date.UTC(2026, 0, 1);

/** Mulberry32: numbers from 0 to 1. */
function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param moveCount number of moves, evenly spread
 * @param days length of the track from `testTrackStart`
 */
export function createTestTrack(cases: number, moveCount: number, days: number, seed = 1): Track {
  const random = createSeededRandom(seed);
  const statuses = new Map<string, number>();
  const moves = Array.from({ length: moveCount }, (_, i): StatusMove => {
    const caseId = `C${Math.floor(random() * cases)}`;
    const from = statuses.get(caseId);
    const ways = mapEdges.filter(edge => edge.from === from);
    const to = ways[Math.floor(random() * ways.length)]?.to ?? Status.ToSubmit;
    statuses.set(caseId, to);
    const at = testTrackStart + Math.ceil(((i + 1) / moveCount) * days * 86_400) * 1000;
    return { at, position: BigInt(i + 1), caseId, to };
  });
  const to = testTrackStart + days * dayMs;
  return openTrack(
    writeTrack(
      { from: testTrackStart, to, startPosition: 0n, position: BigInt(moveCount), cases: [] },
      moves,
    ),
  );
}
