import { describe, expect, it } from 'vitest';
import type { Fdi } from '../tooth/fdi.ts';
import {
  type ContactReport,
  collidingPairs,
  evaluateStageContacts,
  type FoundContact,
  type StageContacts,
} from './contacts.ts';

const beside = (a: Fdi, b: Fdi, gap: number): FoundContact => ({ kind: 'neighbour', teeth: [a, b], gap });
const above = (a: Fdi, b: Fdi, gap: number): FoundContact => ({ kind: 'opposing', teeth: [a, b], gap });
const plan = {
  ipr: [
    { contact: '12-11', mm: 0.2, before: 3 },
    { contact: '12-11', mm: 0.1, before: 7 },
  ],
  pontics: [{ tooth: 46 as const, from: 1, to: 9 }],
};
const at = (found: FoundContact[], stage = 5, start: FoundContact[] = []) =>
  evaluateStageContacts(plan, found, start, stage);

describe('contacts at a stage', () => {
  it('an overlap up to the IPR done by then is no collision, a deeper one is', () => {
    const found = [beside(12, 11, -0.24)];
    expect(at(found).collisions).toEqual([]);
    expect(at(found, 2).collisions).toMatchObject([{ teeth: [12, 11], mm: 0.24 }]);
    expect(at([beside(12, 11, -0.34)], 5).collisions[0]?.mm).toBeCloseTo(0.14, 12);
    expect(at([beside(12, 11, -0.34)], 7).collisions).toEqual([]);
  });
  it('an overlap as deep as in the scan is no collision', () => {
    const start = [beside(21, 22, -0.12), above(13, 43, -0.3), beside(12, 11, -0.12)];
    const found = [beside(21, 22, -0.16), above(13, 43, -0.34), beside(12, 11, -0.24)];
    expect(at(found, 5, start).collisions).toEqual([]);
    expect(at(start, 0, start).collisions).toEqual([]);
    // The larger of both allowances counts, not their sum.
    expect(at([beside(12, 11, -0.32)], 5, start).collisions[0]?.mm).toBeCloseTo(0.12, 12);
    expect(at([above(13, 43, -0.4)], 5, start).collisions[0]?.mm).toBeCloseTo(0.1, 12);
  });
  it('any overlap of opposing teeth is a collision, deepest first', () => {
    const { collisions } = at([above(13, 43, -0.08), beside(21, 22, -0.3), above(14, 44, -0.05)]);
    expect(collisions.map(({ teeth, kind }) => [kind, ...teeth])).toEqual([
      ['neighbour', 21, 22],
      ['opposing', 13, 43],
    ]);
  });
  it('reports planned and missing IPR at the contacts concerned', () => {
    const { ipr } = at([beside(12, 11, -0.5), beside(21, 22, -0.04), beside(31, 32, -0.15)]);
    expect(ipr.map(({ teeth }) => teeth.join('-'))).toEqual(['12-11', '31-32']);
    expect(ipr[0]?.missing).toBeCloseTo(0.3, 12);
    expect(ipr[1]).toMatchObject({ planned: 0, overlap: 0.15, missing: 0.15 });
    expect(at([beside(12, 11, 0.3)]).ipr).toMatchObject([{ planned: 0.2, overlap: 0, missing: 0 }]);
  });
  it('reports gaps left by IPR, and by how much they opened since the start', () => {
    const start = [beside(12, 11, -0.1), beside(22, 23, 0.4)];
    const { gaps } = at([beside(12, 11, -0.1), beside(22, 23, 0.3), beside(31, 32, 0.04)], 5, start);
    expect(gaps.map(({ teeth }) => teeth.join('-'))).toEqual(['12-11', '22-23']);
    expect(gaps[0]?.mm).toBeCloseTo(0.1, 12);
    expect(gaps[0]?.opened).toBeCloseTo(0.1, 12);
    expect(gaps[1]?.opened).toBeCloseTo(-0.1, 12);
  });
  it('ignores a gap that a pontic fills', () => {
    expect(at([beside(47, 45, 9), beside(35, 37, 9)]).gaps.map(({ teeth }) => teeth)).toEqual([[35, 37]]);
  });
  it('names the opposing teeth that touch', () => {
    const found = [above(16, 46, 0.03), above(15, 45, 0.2), above(26, 36, -0.01), beside(11, 21, 0)];
    expect(at(found).occlusal).toEqual([
      [16, 46],
      [26, 36],
    ]);
  });
});

describe('pairs that collide', () => {
  const stage = (...collisions: [Fdi, Fdi, number][]): StageContacts => ({
    collisions: collisions.map(([a, b, mm]) => ({ kind: 'neighbour', teeth: [a, b], mm })),
    ipr: [],
    gaps: [],
    occlusal: [],
  });
  it('are listed with their aligners and the first of the greatest depth', () => {
    const stages = [stage(), stage([12, 11, 0.1]), stage([12, 11, 0.2], [31, 32, 0.3]), stage([12, 11, 0.2])];
    const report: ContactReport = { stages, origin: 'measured' };
    expect(collidingPairs(report)).toEqual([
      { kind: 'neighbour', teeth: [31, 32], stages: [2], mm: 0.3, deepest: 2 },
      { kind: 'neighbour', teeth: [12, 11], stages: [1, 2, 3], mm: 0.2, deepest: 2 },
    ]);
    expect(stages[1]?.collisions[0]?.mm).toBe(0.1);
  });
});
