/** Moves the labels to their teeth's positions in the picture. */

import { type Camera, type Matrix4, Vector3 } from 'three';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { toothAxesOf } from '#events/plan/movement.ts';
import { type Arch, archOf, type Fdi } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import type { LabelAnchor, LabelAnchors } from '../label-anchors.ts';
import { sectionPlaneAtom, shownLayersAtom } from '../layers.ts';
import type { ToothPoser } from './poser.ts';

type Frame = { mesial: Vector3; buccal: Vector3; occlusal: Vector3 };

/** Area of the page where the picture is drawn, px. */
type PictureBox = { left: number; width: number; height: number };

/** Minimum cosines of the angle to the viewer at which the occlusal and the buccal side count as facing. */
const above = 0.62;
const towards = 0.12;

/** Size of a tooth number in px, and how often the number moves aside before it is hidden. */
const room = { width: 27, height: 21 };
const stepsAside = 2;
/** Width in px below which labels do not move aside: fewer numbers are better than a wall of them. */
const narrow = 300;

export type LabelPositions = {
  place(camera: Camera, picture: PictureBox, only: Arch | null): void;
};

export function createLabelPositions(
  anchors: LabelAnchors,
  bundle: PlanBundle,
  poser: ToothPoser,
): LabelPositions {
  const vector = ([x, y, z]: readonly [number, number, number]) => new Vector3(x, y, z);
  const frames = new Map<Fdi, Frame>(
    bundle.teeth.map(tooth => {
      const [mesial, buccal, occlusal] = toothAxesOf(tooth);
      return [tooth.fdi, { mesial: vector(mesial), buccal: vector(buccal), occlusal: vector(occlusal) }];
    }),
  );
  const [sum, point, sight, side] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];

  /** Adds the anchor's position at one tooth to `sum`. Returns false if the tooth faces away. */
  const add = (anchor: LabelAnchor, { mesial, buccal, occlusal }: Frame, matrix: Matrix4, camera: Camera) => {
    sight.setFromMatrixPosition(matrix).sub(camera.position).normalize().negate();
    const biting = side.copy(occlusal).transformDirection(matrix).dot(sight);
    const [m, b, o] = anchor.fromAbove && biting > above ? anchor.fromAbove : anchor.at;
    if (anchor.facing && biting <= above && side.copy(buccal).transformDirection(matrix).dot(sight) < towards)
      return false;
    point.set(0, 0, 0).addScaledVector(mesial, m).addScaledVector(buccal, b).addScaledVector(occlusal, o);
    sum.add(point.applyMatrix4(matrix));
    return true;
  };

  /** Positions of this frame's numbers: x, y of each. */
  const taken: number[] = [];
  const free = (x: number, y: number) => {
    for (let i = 0; i < taken.length; i += 2)
      if (
        Math.abs((taken[i] as number) - x) < room.width &&
        Math.abs((taken[i + 1] as number) - y) < room.height
      )
        return false;
    return true;
  };

  return {
    place(camera, { left, width, height }, only) {
      taken.length = 0;
      const cut = screenStore.get(shownLayersAtom).section ? screenStore.get(sectionPlaneAtom) : null;
      const steps = width < narrow ? 0 : stepsAside;
      for (const [element, anchor] of anchors.all()) {
        sum.set(0, 0, 0);
        let seen = true;
        for (const tooth of anchor.teeth) {
          const [frame, matrix] = [frames.get(tooth), poser.matrix(tooth)];
          seen &&= frame !== undefined && matrix !== undefined && poser.there(tooth);
          seen &&= only === null || archOf(tooth) === only;
          if (seen && frame && matrix) seen = add(anchor, frame, matrix, camera);
        }
        if (seen) {
          sum.divideScalar(anchor.teeth.length);
          const kept = !cut || sum[cut.axis] > cut.at;
          sum.project(camera);
          seen = kept && sum.z < 1 && Math.abs(sum.x) < 1 && Math.abs(sum.y) < 1;
        }
        const x = left + ((sum.x + 1) / 2) * width;
        let y = ((1 - sum.y) / 2) * height;
        if (seen && anchor.aside) {
          for (let step = 0; step < steps && !free(x, y); step++) y += anchor.aside * room.height;
          // A number without a free place is hidden. An IPR amount is always shown.
          seen = anchor.teeth.length > 1 || free(x, y);
          if (seen) taken.push(x, y);
        }
        element.style.visibility = seen ? 'visible' : 'hidden';
        if (seen)
          element.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) translate(-50%,-50%)`;
      }
      for (const draw of anchors.frames)
        draw(([x, y, z]) => {
          point.set(x, y, z).project(camera);
          return point.z < 1
            ? ([left + ((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height] as const)
            : null;
        });
    },
  };
}
