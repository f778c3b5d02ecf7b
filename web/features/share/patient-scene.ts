/**
 * The picture of a plan for patients: the viewer's arches, camera control and player on three.js without
 * React. On slow lines it is visible a second before React could be.
 */

import { PerspectiveCamera, Scene } from 'three';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { defaultDistance } from '#web/features/viewer/camera.ts';
import { shownLayersAtom } from '#web/features/viewer/layers.ts';
import { player } from '#web/features/viewer/player.ts';
import {
  type ArchMeshes,
  createArchMaterials,
  createArchMeshes,
  disposeArchMaterials,
} from '#web/features/viewer/scene/arch-meshes.ts';
import { createOrbit, fieldOfView } from '#web/features/viewer/scene/orbit.ts';
import {
  onlyShownArchAtom,
  requestedCameraAtom,
  restingCameraAtom as rested,
} from '#web/features/viewer/view-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import type { ShadedShapes } from '#workers/shapes/protocol.ts';
import { createLights } from './lights.ts';
import { createSceneCanvas } from './scene-canvas.ts';

export type PatientScene = {
  /** Replaces the drawn shapes at once. */
  show(shapes: ShadedShapes): void;
  dispose(): void;
};

/** @throws Error without WebGL */
export function createPatientScene(
  holder: HTMLElement,
  bundle: PlanBundle,
  onLost: () => void,
): PatientScene {
  const camera = new PerspectiveCamera(fieldOfView, 1, 5, 1200);
  camera.position.set(0, 0, defaultDistance);
  const viewport = createSceneCanvas(holder, camera, () => {
    orbit.reshape(camera.aspect);
    ask();
  });
  const { renderer, canvas } = viewport;
  const scene = new Scene();
  const lights = createLights();
  scene.add(lights.all);
  const orbit = createOrbit(camera, canvas, bundle);
  const materials = createArchMaterials('solid');
  let arches: ArchMeshes | null = null;
  let asked = 0;
  const draw = () => {
    cancelAnimationFrame(asked);
    asked = 0;
    arches?.place(player.stage());
    lights.group.quaternion.copy(camera.quaternion);
    renderer.render(scene, camera);
  };
  const ask = () => {
    asked ||= requestAnimationFrame(draw);
  };
  const look = () => {
    arches?.show(screenStore.get(shownLayersAtom), screenStore.get(onlyShownArchAtom));
    ask();
  };
  const go = () => {
    const { camera: to, view } = screenStore.get(requestedCameraAtom);
    orbit.go(to, view);
    screenStore.set(rested, orbit.now());
    ask();
  };
  go();
  viewport.fit();
  orbit.controls.addEventListener('change', ask);
  orbit.controls.addEventListener('end', () => screenStore.set(rested, orbit.now()));
  const ends = [
    player.subscribe(ask),
    screenStore.sub(requestedCameraAtom, go),
    screenStore.sub(shownLayersAtom, look),
    screenStore.sub(onlyShownArchAtom, look),
  ];
  canvas.addEventListener('webglcontextlost', event => {
    // Without preventDefault the context is never restored.
    event.preventDefault();
    onLost();
  });
  canvas.addEventListener('webglcontextrestored', ask);
  return {
    show(shapes) {
      arches?.dispose();
      arches = createArchMeshes(bundle, shapes, materials);
      scene.add(arches.object);
      arches.show(screenStore.get(shownLayersAtom), screenStore.get(onlyShownArchAtom));
      draw();
    },
    dispose() {
      cancelAnimationFrame(asked);
      for (const end of ends) end();
      orbit.dispose();
      arches?.dispose();
      disposeArchMaterials(materials);
      viewport.dispose();
    },
  };
}
