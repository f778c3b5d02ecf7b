import { describe, expect, it } from 'vitest';
import { dot, minus, rotate, type Vec3 } from '#events/plan/pose.ts';
import { arch, type Fdi, isRight, position, TEETH } from '#events/tooth/fdi.ts';
import { type Mesh, weld } from '../mesh/weld.ts';
import { fine } from '../teeth/size.ts';
import { crownsOf, standing } from '../teeth/tooth.ts';
import { crownOf } from './crown.ts';
import { lineOf, meshIn } from './proposal.ts';
import { apply, type Rigid, times, turnBy, unit } from './rigid.ts';
import { annotated, asMaxilla, mandible, realTeeth, type TestTooth } from './testing/teeth.ts';

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const between = (a: Vec3, b: Vec3) => (Math.acos(Math.max(-1, Math.min(1, dot(a, b)))) * 180) / Math.PI;
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Infinity;
const turns = [-25, -15, 0, 15, 25];

describe('the frame of a generated crown, the arch running otherwise by up to 25°', () => {
  const patient = crownsOf(7);
  /** Degrees from the tooth's own mesial direction, and mm from its own width. */
  const errors = (fdi: Fdi, turn: number) => {
    const [c, s] = [Math.cos(radians(turn)), Math.sin(radians(turn))];
    const right = isRight(fdi) ? 1 : -1;
    const mesial: Vec3 = [right * c, 0, s];
    const occlusal: Vec3 = [0, arch(fdi) === 'lower' ? 1 : -1, 0];
    const { crown, width } = patient.size(fdi);
    const frame = { at: [0, 0, 0] as Vec3, mesial, buccal: [-right * s, 0, c] as Vec3, occlusal };
    const found = crownOf(fdi, standing(patient.crown(fdi, fine), crown, frame), [1, 0, 0]);
    return { degrees: between(found.axes[0], mesial), mm: Math.abs(found.width - width) };
  };

  it.each(turns)('has the tooth’s own mesial direction and width, turned by %d°', turn => {
    const found = TEETH.map(fdi => ({ fdi, ...errors(fdi, turn) }));
    for (const { fdi, degrees, mm } of found) {
      expect(degrees, `mesial of ${fdi}`).toBeLessThan(9);
      expect(mm, `width of ${fdi}`).toBeLessThan(0.45);
    }
    expect(median(found.map(({ degrees }) => degrees))).toBeLessThan(3);
  });
});

describe.runIf(realTeeth)('the frame of real teeth, beside the axes that anatomists gave them', () => {
  const world: Rigid = { q: turnBy([-Math.PI / 2, 0, 0]), t: [0, 0, 0] };
  const meshOf = ({ corners }: TestTooth) => meshIn(world, weld(corners, corners.length / 9));
  /** As annotated, over the occlusal plane for an upper jaw. */
  const known = (sense: 1 | -1) =>
    realTeeth
      ? [...annotated()].map(([fdi, { c, x, z }]) => {
          const to = (end: Vec3): Vec3 => {
            const [a, b, d] = unit(apply({ q: world.q, t: [0, 0, 0] }, minus(end, c)));
            return [a, sense * b, d];
          };
          return { fdi, mesial: times(to(x), -1), occlusal: to(z) };
        })
      : [];
  const jaw = (teeth: readonly TestTooth[], sense: 1 | -1) => {
    const meshes = teeth.map(meshOf);
    const tangents = new Map(lineOf(meshes).map(({ at, tangent }) => [teeth[at]?.fdi, tangent]));
    return known(sense).map(({ fdi, mesial, occlusal }) => {
      const own = (sense === 1 ? fdi : fdi > 40 ? fdi - 30 : fdi - 10) as Fdi;
      const mesh = meshes[teeth.findIndex(tooth => tooth.fdi === own)];
      const tangent = tangents.get(own);
      if (!mesh || !tangent) throw new Error('no tooth');
      return { fdi: own, mesial, occlusal, mesh, tangent };
    });
  };
  const turned = ({ positions, indices }: Mesh, axis: Vec3, degrees: number): Mesh => {
    const q = turnBy(times(axis, radians(degrees)));
    return { positions: meshIn({ q, t: [0, 0, 0] }, { positions, indices }).positions, indices };
  };
  /** mm of the crown along a direction. */
  const extent = ({ positions }: Mesh, along: Vec3, occlusal: Vec3, height: number) => {
    const at = (v: number): Vec3 => [
      positions[v] as number,
      positions[v + 1] as number,
      positions[v + 2] as number,
    ];
    let top = -Infinity;
    for (let v = 0; v < positions.length; v += 3) top = Math.max(top, dot(at(v), occlusal));
    const places: number[] = [];
    for (let v = 0; v < positions.length; v += 3)
      if (top - dot(at(v), occlusal) < height) places.push(dot(at(v), along));
    return places.reduce((a, b) => Math.max(a, b)) - places.reduce((a, b) => Math.min(a, b));
  };
  const lower = mandible();
  const jaws = [
    ['mandible', lower, 1],
    ['mandible turned over as a maxilla', asMaxilla(lower), -1],
  ] as const;

  it.each(jaws)('is within 8° and in the median within 5°, widths within 0.4 mm: %s', (_, teeth, sense) => {
    const off = jaw(teeth, sense).map(({ fdi, mesial, occlusal, mesh, tangent }) => {
      const found = crownOf(fdi, mesh, tangent);
      const degrees = between(found.axes[0], mesial);
      expect(degrees, `mesial of ${fdi}`).toBeLessThan(8);
      expect(Math.abs(found.width - extent(mesh, mesial, occlusal, 8)), `width of ${fdi}`).toBeLessThan(0.4);
      return degrees;
    });
    expect(off).toHaveLength(14);
    expect(median(off)).toBeLessThan(5);
  });
  it.each(turns)('follows a tooth that is turned about its long axis by %d°', turn => {
    for (const { fdi, mesial, occlusal, mesh, tangent } of jaw(lower, 1)) {
      const due = rotate(turnBy(times(occlusal, radians(turn))), mesial);
      const along = times(tangent, isRight(fdi) ? 1 : -1);
      // A molar is nearly square: beyond half a right angle from its arch it looks like one turned the other way.
      if (position(fdi) > 5 && between(due, along) > 45) continue;
      const found = crownOf(fdi, turned(mesh, occlusal, turn), tangent);
      expect(between(found.axes[0], due), `mesial of ${fdi}`).toBeLessThan(8.5);
    }
  });
});
