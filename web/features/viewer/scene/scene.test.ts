import { BatchedMesh, MeshBasicMaterial, PerspectiveCamera, Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { archOf, type Fdi } from '#events/tooth/fdi.ts';
import { decoderReady } from '#workers/mesh/read-glb.ts';
import { encoderReady } from '#workers/mesh/write-glb.ts';
import type { ShadedShapes } from '#workers/shapes/protocol.ts';
import { preparePlanShapes } from '#workers/shapes/shapes.ts';
import { generatePlan, packPlan } from '#workers/teeth/plan.ts';
import { createLabelAnchorRegistry } from '../label-anchors.ts';
import { createArchMaterials, createArchMeshes } from './arch-meshes.ts';
import { createBondedAttachments } from './bonded-attachments.ts';
import { heatColoursByTooth } from './heat-map.ts';
import { createLabelPositions } from './label-positions.ts';
import { createToothPoser } from './poser.ts';

let bundle: PlanBundle;
let shapes: ShadedShapes;
beforeAll(async () => {
  await Promise.all([encoderReady, decoderReady]);
  const plan = generatePlan(5, { look: 'crowding', upperStages: 8, lowerStages: 6 });
  const packed = packPlan(plan, () => '0'.repeat(64));
  bundle = packed.bundle;
  shapes = preparePlanShapes(packed.coarse, bundle.teeth);
});
const toothOf = (fdi: Fdi) => bundle.teeth.find(tooth => tooth.fdi === fdi);

describe('placing teeth', () => {
  it('uses the plan’s poses at whole stages, and interpolates between them', () => {
    const poser = createToothPoser(bundle);
    const at = new Vector3();
    for (const stage of [0, 3, 8]) {
      poser.place(stage);
      for (const { fdi, poses } of bundle.teeth) {
        const k = 7 * Math.min(stage, poses.length / 7 - 1);
        at.setFromMatrixPosition(poser.matrix(fdi) ?? never());
        expect(at.toArray().map((v, i) => Math.abs(v - (poses[k + i] ?? 0)) < 1e-6)).toEqual([
          true,
          true,
          true,
        ]);
      }
    }
    poser.place(3.5);
    const half = at.setFromMatrixPosition(poser.matrix(11) ?? never()).toArray();
    const poses = toothOf(11)?.poses ?? [];
    for (const i of [0, 1, 2])
      expect(half[i]).toBeCloseTo(((poses[21 + i] ?? 0) + (poses[28 + i] ?? 0)) / 2, 6);
  });
  it('keeps the shorter arch at its goal', () => {
    const poser = createToothPoser(bundle);
    poser.place(8);
    const there = poser.matrix(41)?.toArray();
    poser.place(6);
    expect(poser.matrix(41)?.toArray()).toEqual(there);
  });
  it('hides an extracted tooth, and shows a tooth once it erupts', () => {
    const spans: Record<number, { from?: number; to?: number }> = { 14: { to: 2 }, 24: { from: 3 } };
    const teeth = bundle.teeth.map(tooth => ({ ...tooth, ...spans[tooth.fdi] }));
    const poser = createToothPoser({ ...bundle, teeth });
    const seen = [0, 2.5, 3, 8].map(stage => {
      poser.place(stage);
      return [poser.there(14), poser.there(24), poser.there(11)];
    });
    expect(seen).toEqual([
      [true, false, true],
      [true, false, true],
      [false, true, true],
      [false, true, true],
    ]);
  });
  it('keeps a tooth at rest outside its time in the mouth, and the gum with it', () => {
    const teeth = bundle.teeth.map(tooth => (tooth.fdi === 11 ? { ...tooth, from: 2, to: 4 } : tooth));
    const poser = createToothPoser({ ...bundle, teeth });
    const at = (stage: number) => {
      poser.place(stage);
      return poser.matrix(11)?.toArray();
    };
    expect([at(0), at(4.6), at(8)]).toEqual([at(2), at(4), at(4)]);
    expect(at(2)).not.toEqual(at(4));
  });
  it('allocates no new matrices', () => {
    const poser = createToothPoser(bundle);
    const matrix = poser.matrix(21);
    poser.place(2.3);
    expect(poser.matrix(21)).toBe(matrix);
  });
});

describe('attachments', () => {
  it('are visible with the aligners they are worn with, and from the transition to the first of them', () => {
    const bonded = createBondedAttachments(bundle, shapes.teeth, new MeshBasicMaterial());
    if (!bonded) throw new Error('the plan has attachments');
    const poser = createToothPoser(bundle);
    // The shorter arch stays at its last aligner, with its attachments.
    const worn = (stage: number) =>
      bundle.attachments.filter(a => {
        const own = Math.min(stage, archOf(a.tooth) === 'upper' ? bundle.upperStages : bundle.lowerStages);
        return a.from <= own && own <= a.to;
      }).length;
    const seen = (stage: number) => {
      poser.place(stage);
      bonded.place(poser, stage);
      return bundle.attachments.filter((_, i) => bonded.object.getVisibleAt(i)).length;
    };
    for (let stage = 0; stage <= 8; stage++) expect([stage, seen(stage)]).toEqual([stage, worn(stage)]);
    expect(seen(1.4)).toBe(worn(2));
  });
  it('follow their layer without a change of stage', () => {
    const arches = createArchMeshes(bundle, shapes, createArchMaterials('solid'));
    const batch = arches.object.children.findLast(child => child instanceof BatchedMesh);
    const seen = () => bundle.attachments.filter((_, i) => batch?.getVisibleAt(i)).length;
    arches.place(3);
    const worn = seen();
    arches.show({ gums: true, attachments: false }, null);
    const hidden = seen();
    arches.show({ gums: true, attachments: true }, null);
    expect([worn > 0, hidden, seen()]).toEqual([true, 0, worn]);
  });
  it('never have a mirrored matrix, which would show their back faces', () => {
    const bonded = createBondedAttachments(bundle, shapes.teeth, new MeshBasicMaterial());
    const poser = createToothPoser(bundle);
    poser.place(4);
    bonded?.place(poser, 4);
    for (const [i] of bundle.attachments.entries()) {
      const matrix = bonded?.object.getMatrixAt(i, createToothPoser(bundle).matrix(11)?.clone() ?? never());
      expect(matrix?.determinant()).toBeGreaterThan(0);
    }
  });
});

describe('a plan as one object', () => {
  it('has few draw calls, however many teeth it has', () => {
    const arches = createArchMeshes(bundle, shapes, createArchMaterials('solid'));
    arches.place(3);
    expect(arches.object.children.length).toBeLessThanOrEqual(4);
    arches.show({ gums: false, attachments: false }, 'upper');
    const visible = arches.object.children.filter(child => child.visible);
    expect(visible.length).toBeLessThanOrEqual(2);
    arches.dispose();
    expect(arches.object.parent).toBeNull();
  });
});

describe('the ghost', () => {
  it('shows the plan through it, from an outline to solid', () => {
    const materials = createArchMaterials('ghost');
    const { crown } = materials;
    const shader = {
      uniforms: {} as Record<string, { value: number }>,
      fragmentShader: '#include <opaque_fragment>',
    };
    crown.onBeforeCompile(shader as never, {} as never);
    expect(shader.fragmentShader).toContain('mix(density, 1.0, rim)');
    expect(crown.transparent).toBe(true);
    expect(shader.uniforms.density?.value).toBeLessThanOrEqual(0.4);
    const arches = createArchMeshes(bundle, shapes, materials);
    for (const density of [0, 1]) {
      arches.fade(density);
      expect(shader.uniforms.density?.value).toBe(density);
    }
  });
  it('is the only look that fades', () => {
    const materials = createArchMaterials('solid');
    createArchMeshes(bundle, shapes, materials).fade(0);
    expect(materials.bonded.opacity).toBe(1);
  });
});

describe('the heat map', () => {
  it('has no colour without movement, and more with distance', () => {
    const none = heatColoursByTooth(shapes.teeth, { bundle, stage: 4 }, { bundle, stage: 4 });
    const all = heatColoursByTooth(shapes.teeth, { bundle, stage: 0 }, { bundle, stage: 8 });
    const most = (rgb: Uint8Array | undefined) => Math.min(...(rgb ?? [255]));
    for (const { fdi } of shapes.teeth) {
      expect(new Set(none.get(fdi)).size).toBeLessThanOrEqual(3);
    }
    const still = shapes.teeth.filter(({ fdi }) => most(all.get(fdi)) === most(none.get(fdi)));
    expect(still.length).toBeLessThan(shapes.teeth.length / 2);
  });
  it('omits a tooth that is not in the mouth at both moments', () => {
    const spans: Record<number, { from?: number; to?: number }> = { 14: { to: 2 }, 24: { from: 3 } };
    const teeth = bundle.teeth.map(tooth => ({ ...tooth, ...spans[tooth.fdi] }));
    const spanned = { ...bundle, teeth };
    const compared = (from: number, to: number) => {
      const heat = heatColoursByTooth(
        shapes.teeth,
        { bundle: spanned, stage: from },
        { bundle: spanned, stage: to },
      );
      return [heat.has(14), heat.has(24), heat.has(11)];
    };
    expect([compared(0, 2), compared(0, 8), compared(3, 8)]).toEqual([
      [true, false, true],
      [false, false, true],
      [false, true, true],
    ]);
  });
});

describe('labels over the picture', () => {
  const style = () => ({ visibility: '', transform: '' });
  /** A stub element with only a style. */
  const element = () => ({ style: style() }) as unknown as HTMLElement;
  it('are at their tooth, and hidden if it faces away or its arch is not shown', () => {
    const anchors = createLabelAnchorRegistry();
    const [front, molar, lower] = [element(), element(), element()];
    anchors.add(front, { teeth: [11], at: [0, 3, 0], facing: true });
    anchors.add(molar, { teeth: [16], at: [0, 3, 0], facing: true });
    anchors.add(lower, { teeth: [41], at: [0, 3, 0] });
    const poser = createToothPoser(bundle);
    poser.place(0);
    const camera = new PerspectiveCamera(21, 1.5, 1, 2000);
    camera.position.set(0, 0, 400);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const words = createLabelPositions(anchors, bundle, poser);
    words.place(camera, { left: 0, width: 900, height: 600 }, 'upper');
    expect([front.style.visibility, lower.style.visibility]).toEqual(['visible', 'hidden']);
    const [x = 0, y = 0] = (front.style.transform.match(/-?[\d.]+/g) ?? []).map(Number);
    // 11 is the patient's right central incisor: left of the middle in a frontal view.
    expect(x).toBeLessThan(450);
    expect(x).toBeGreaterThan(380);
    expect(y).toBeGreaterThan(0);
    camera.position.set(-400, 0, 0);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    words.place(camera, { left: 0, width: 900, height: 600 }, null);
    expect(molar.style.visibility).toBe('visible');
    camera.position.set(400, 0, 0);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    words.place(camera, { left: 0, width: 900, height: 600 }, null);
    expect(molar.style.visibility).toBe('hidden');
  });
  it('are hidden while their tooth is not in the mouth', () => {
    const anchors = createLabelAnchorRegistry();
    const number = element();
    anchors.add(number, { teeth: [11], at: [0, 3, 0] });
    const teeth = bundle.teeth.map(tooth => (tooth.fdi === 11 ? { ...tooth, to: 2 } : tooth));
    const poser = createToothPoser({ ...bundle, teeth });
    const camera = new PerspectiveCamera(21, 1.5, 1, 2000);
    camera.position.set(0, 0, 400);
    camera.updateMatrixWorld();
    const seen = [2, 3].map(stage => {
      poser.place(stage);
      createLabelPositions(anchors, bundle, poser).place(camera, { left: 0, width: 900, height: 600 }, null);
      return number.style.visibility;
    });
    expect(seen).toEqual(['visible', 'hidden']);
  });
});

function never(): never {
  throw new Error('no such tooth');
}
