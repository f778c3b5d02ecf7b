/** Rules for a plan of staged jaws: run on generated teeth everywhere, on real ones in `wild`. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { conjugate, cross, dot, multiply, poseAtStage, type Vec3 } from '#events/plan/pose.ts';
import { archOf, type Fdi, isOnRightSide, quadrantOf } from '#events/tooth/fdi.ts';
import { buildPlan, type ConfirmedToothNumbers } from '../build.ts';
import { proposePlan } from '../proposal.ts';
import { applyMotion, composeMotions, invertMotion, rotationDegrees } from '../rigid.ts';
import type { AxisPointsByTooth } from './mandible.ts';
import { createStagedArch } from './plan.ts';
import { knownMotionAtStage, mirrorIntoMaxilla, type TestTooth } from './teeth.ts';

const numbersOf = (teeth: readonly TestTooth[]) => teeth.map(({ fdi }) => fdi);

/**
 * Defines the tests of a plan of staged jaws.
 * @param axes known axes of the lower teeth. Requires `whenPreviewReady` and `decoderReady`
 */
export function defineStagedJawTests(
  name: string,
  lower: readonly TestTooth[],
  axes: AxisPointsByTooth,
): void {
  describe(`${name} in 20 stages, turned over as a maxilla in 2`, () => {
    const upper = mirrorIntoMaxilla(lower);
    const arches = [
      createStagedArch(upper, 2, knownMotionAtStage),
      createStagedArch(lower, 20, knownMotionAtStage),
    ];
    const { frame, arches: proposed } = proposePlan(arches);
    const confirmed: ConfirmedToothNumbers = { upper: numbersOf(upper), lower: numbersOf(lower) };
    let bundle: PlanBundle;
    beforeAll(() => {
      bundle = buildPlan(arches, frame.world, confirmed).bundle;
    });
    const both = [...upper, ...lower];
    const toothOf = (fdi: Fdi) => bundle.teeth.find(tooth => tooth.fdi === fdi) ?? bundle.teeth[0];

    it('has the right orientation: left, front and up as in the files', () => {
      expect(frame.findings).toEqual([]);
      const turned = (v: Vec3) =>
        applyMotion({ q: frame.world.q, t: [0, 0, 0] }, v).map(value => Math.round(value) || 0);
      expect([turned([1, 0, 0]), turned([0, 0, 1]), turned([0, -1, 0])]).toEqual([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]);
    });
    it('gets its numbers proposed', () => {
      expect(proposed.map(({ teeth }) => teeth.map(({ fdi }) => fdi))).toEqual([
        numbersOf(upper),
        numbersOf(lower),
      ]);
    });
    it('gives the known poses to 1e-4° and 1e-5 mm, rounding included', () => {
      let [degrees, mm] = [0, 0];
      for (const tooth of both) {
        const found = toothOf(tooth.fdi);
        if (!found) throw new Error('no tooth');
        for (let k = 0; k <= (archOf(tooth.fdi) === 'lower' ? 20 : 2); k++) {
          const known = composeMotions(
            frame.world,
            composeMotions(knownMotionAtStage(tooth, k), invertMotion(frame.world)),
          );
          const { p, q } = poseAtStage(found.poses, k);
          const due = applyMotion(known, found.pivot);
          degrees = Math.max(degrees, rotationDegrees(multiply(q, conjugate(known.q))));
          mm = Math.max(mm, Math.hypot(due[0] - p[0], due[1] - p[1], due[2] - p[2]));
        }
      }
      expect(degrees).toBeLessThan(1e-4);
      expect(mm).toBeLessThan(1e-5);
    });
    it('has axes towards mesial, buccal and occlusal in all four quadrants', () => {
      for (const { fdi, pivot, axes } of bundle.teeth) {
        // A third molar may be outside the arch.
        if (fdi % 10 === 8) continue;
        const n = (i: number): Vec3 => [axes[i] ?? 0, axes[i + 1] ?? 0, axes[i + 2] ?? 0];
        const [mesial, buccal, occlusal] = [n(0), n(3), n(6)];
        expect(Math.sign(dot(cross(mesial, buccal), occlusal))).toBe(quadrantOf(fdi) % 2 === 1 ? 1 : -1);
        expect(Math.sign(occlusal[1])).toBe(archOf(fdi) === 'lower' ? 1 : -1);
        // Buccal points away from the tongue, which is behind the incisors.
        const tongue: Vec3 = [0, pivot[1], -5];
        expect(dot(buccal, [pivot[0] - tongue[0], 0, pivot[2] - tongue[2]])).toBeGreaterThan(0);
        // Mesial: towards the midline on incisors, to the front on molars.
        const towards: Vec3 = [-pivot[0], 0, 30 - pivot[2]];
        expect(dot(mesial, towards)).toBeGreaterThan(0);
        expect(
          fdi % 10 > 5 ? mesial[2] : fdi % 10 < 3 ? mesial[0] * (isOnRightSide(fdi) ? 1 : -1) : 1,
        ).toBeGreaterThan(0.5);
      }
    });
    it("has the teeth's known axes, within the difference of two anatomists", () => {
      for (const [fdi, { c, x, y, z }] of axes) {
        const found = toothOf(fdi);
        if (!found) throw new Error('no tooth');
        const inWorld = (to: Vec3) => {
          const v = applyMotion({ q: frame.world.q, t: [0, 0, 0] }, [
            to[0] - c[0],
            to[1] - c[1],
            to[2] - c[2],
          ]);
          return v;
        };
        const angle = (at: number, due: Vec3) =>
          (Math.acos(dot([found.axes[at] ?? 0, found.axes[at + 1] ?? 0, found.axes[at + 2] ?? 0], due)) *
            180) /
          Math.PI;
        const distal = inWorld(x);
        expect(angle(0, [-distal[0], -distal[1], -distal[2]]), `mesial of ${fdi}`).toBeLessThan(30);
        expect(angle(3, inWorld(y)), `buccal of ${fdi}`).toBeLessThan(30);
        expect(angle(6, inWorld(z)), `occlusal of ${fdi}`).toBeLessThan(18);
        const centre = applyMotion(frame.world, c);
        expect(Math.hypot(...centre.map((v, i) => v - (found.pivot[i] as number)))).toBeLessThan(2.5);
      }
    });
    it('has realistic widths', () => {
      for (const { fdi, width } of bundle.teeth) {
        expect(width?.origin).toBe('measured');
        expect(width?.mm, `width of ${fdi}`).toBeGreaterThan(4);
        expect(width?.mm, `width of ${fdi}`).toBeLessThan(13.5);
      }
    });
    it('is refused if numbers are repeated or of the other arch', () => {
      const [first, second, ...rest] = numbersOf(lower);
      expect(() =>
        buildPlan(arches, frame.world, { ...confirmed, lower: [first ?? 31, first ?? 31, ...rest] }),
      ).toThrow();
      expect(() =>
        buildPlan(arches, frame.world, { ...confirmed, lower: [11, second ?? 32, ...rest] }),
      ).toThrow();
      expect(() => buildPlan(arches, frame.world, { ...confirmed, lower: rest })).toThrow();
    });
  });
}
