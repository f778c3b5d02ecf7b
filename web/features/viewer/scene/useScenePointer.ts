/** Pointer on the teeth: hover, selection, pins and measuring. Orbit controls turn the picture. */

import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { Raycaster, Vector2, Vector3 } from 'three';
import { toothAxesOf } from '#events/plan/movement.ts';
import { archOf, type Fdi } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { comparisonModeAtom, isMeasuringAtom, measuredPointsAtom } from '../layers.ts';
import { hoveredPointAtom, onlyShownArchAtom } from '../view-state.ts';
import { chosenToothAtom, type PinPlace, pinPlacedHandlerAtom } from '../viewer-state.ts';
import type { ArchMeshes } from './arch-meshes.ts';
import type { ToothHit } from './crown-meshes.ts';
import type { PlanSource } from './useShapes.ts';

/** px that a press may move before it counts as turning. */
const slip = 5;

/** Converts a world point to mm from its tooth's pivot along mesial, buccal and occlusal, rounded to 0.01. */
function placeOf({ bundle }: PlanSource, arches: ArchMeshes, tooth: Fdi, point: Vector3): PinPlace | null {
  const found = bundle.teeth.find(({ fdi }) => fdi === tooth);
  const matrix = arches.poser.matrix(tooth);
  if (!found || !matrix) return null;
  const own = point.clone().applyMatrix4(matrix.clone().invert());
  const [m, b, o] = toothAxesOf(found).map(axis => Math.round(own.dot(new Vector3(...axis)) * 100) / 100);
  return { tooth, at: [m ?? 0, b ?? 0, o ?? 0] };
}

export function useScenePointer(arches: ArchMeshes | null, source: PlanSource): void {
  const { gl, camera } = useThree();
  useEffect(() => {
    if (!arches) return;
    const element = gl.domElement;
    const ray = new Raycaster();
    const at = new Vector2();
    let begun: { x: number; y: number } | null = null;
    let asked = 0;

    const hit = (event: PointerEvent): ToothHit | null => {
      const box = element.getBoundingClientRect();
      const across = ((event.clientX - box.left) / box.width) * 2 - 1;
      at.set(
        // In a side-by-side comparison, this plan is the right half.
        screenStore.get(comparisonModeAtom) === 'beside' ? across * 2 - 1 : across,
        1 - ((event.clientY - box.top) / box.height) * 2,
      );
      if (at.x < -1) return null;
      ray.setFromCamera(at, camera);
      const found = arches.crowns.pick(ray);
      const alone = screenStore.get(onlyShownArchAtom);
      return found && (alone === null || archOf(found.tooth) === alone) ? found : null;
    };
    const move = (event: PointerEvent) => {
      if (event.buttons !== 0 || event.pointerType === 'touch') return;
      cancelAnimationFrame(asked);
      // One pick per frame: a mouse may send a thousand events a second.
      asked = requestAnimationFrame(() => {
        const found = hit(event);
        const box = element.getBoundingClientRect();
        const place = found && placeOf(source, arches, found.tooth, found.point);
        const [x, y] = [event.clientX - box.left, event.clientY - box.top];
        screenStore.set(hoveredPointAtom, place && { place, x, y });
      });
    };
    const leave = () => {
      cancelAnimationFrame(asked);
      screenStore.set(hoveredPointAtom, null);
    };
    const down = (event: PointerEvent) => {
      begun = event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
    };
    const up = (event: PointerEvent) => {
      const from = begun;
      begun = null;
      if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > slip) return;
      const found = hit(event);
      const answer = screenStore.get(pinPlacedHandlerAtom);
      if (answer && found) {
        const place = placeOf(source, arches, found.tooth, found.point);
        if (place) {
          screenStore.set(pinPlacedHandlerAtom, null);
          answer(place);
        }
      } else if (screenStore.get(isMeasuringAtom)) {
        if (!found) return;
        const { x, y, z } = found.point;
        screenStore.set(measuredPointsAtom, before =>
          before.length === 1 ? [...before, [x, y, z]] : [[x, y, z]],
        );
      } else if (!answer) screenStore.set(chosenToothAtom, found?.tooth ?? null);
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointerup', up);
    return () => {
      leave();
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointerup', up);
    };
  }, [arches, source, gl, camera]);
}
