import { describe, expect, it } from 'vitest';
import { casesPerDot, maxDotsPerDisc, nextSeatOutwardsBySeat, seatOffsets } from './sunflower.ts';

const at = (seat: number) => [seatOffsets[2 * seat] ?? 0, seatOffsets[2 * seat + 1] ?? 0] as const;
const radius = (seat: number) => Math.hypot(...at(seat));

describe('the seats of a disc', () => {
  it('fill a disc with the radius of the root of their number', () => {
    for (const n of [1, 10, 500, maxDotsPerDisc]) {
      for (let seat = 0; seat < n; seat++) expect(radius(seat)).toBeLessThanOrEqual(Math.sqrt(n));
    }
  });

  it('are at least 1.3 spacings apart', () => {
    let nearest = Number.POSITIVE_INFINITY;
    for (let a = 0; a < 600; a++)
      for (let b = a + 1; b < 600; b++)
        nearest = Math.min(nearest, Math.hypot(at(a)[0] - at(b)[0], at(a)[1] - at(b)[1]));
    expect(nearest).toBeGreaterThan(1.3);
  });
});

describe('the next seat outwards', () => {
  it('is further out and next door', () => {
    for (let seat = 0; seat < maxDotsPerDisc - 200; seat++) {
      const next = nextSeatOutwardsBySeat[seat] ?? 0;
      expect(next).toBeGreaterThan(seat);
      expect(Math.hypot(at(seat)[0] - at(next)[0], at(seat)[1] - at(next)[1])).toBeLessThan(2.4);
    }
  });

  it('is further out for every seat', () => {
    for (let seat = 0; seat < maxDotsPerDisc; seat++)
      expect(nextSeatOutwardsBySeat[seat]).toBeGreaterThan(seat);
  });

  it('leads from the centre to the rim in a short chain', () => {
    let [seat, steps] = [0, 0];
    while (seat < 1000) [seat, steps] = [nextSeatOutwardsBySeat[seat] ?? maxDotsPerDisc, steps + 1];
    expect(steps).toBeLessThan(80);
  });
});

describe('bundles', () => {
  it.each([
    [0, 1],
    [maxDotsPerDisc, 1],
    [maxDotsPerDisc + 1, 10],
    [10 * maxDotsPerDisc, 10],
    [10 * maxDotsPerDisc + 1, 100],
  ])('of %i cases have the size %i', (cases, size) => expect(casesPerDot(cases)).toBe(size));
});
