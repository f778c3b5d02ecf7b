/** Camera control by hand: orbits the middle of the arches, zooms and pans. Converts to degrees. */
import { MathUtils, type PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { type Camera, distanceLimits, type StandardView } from '../camera.ts';

/** Vertical field of view in degrees: a long lens, so that near and far teeth look nearly equal in size. */
export const fieldOfView = 21;
/** Aspect ratio below which both arches would not fit, so the camera moves back. */
const usualAspect = 1.25;

export type Orbit = {
  controls: OrbitControls;
  /** Moves the camera at once. */
  go(camera: Camera, view: StandardView | null): void;
  now(): Camera;
  /** Adapts to another aspect ratio of the picture. */
  reshape(aspect: number): void;
  dispose(): void;
};

/** Middle of all crowns, and of the incisors, at the start. */
function middles({ teeth }: PlanBundle): { all: Vector3; front: Vector3 } {
  const box = (list: PlanBundle['teeth']) => {
    const axis = (i: 0 | 1 | 2) => list.map(({ pivot }) => pivot[i]);
    const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    return new Vector3(middle(axis(0)), middle(axis(1)), middle(axis(2)));
  };
  const front = teeth.filter(({ fdi }) => fdi % 10 <= 2);
  return { all: box(teeth), front: box(front.length > 0 ? front : teeth) };
}

export function createOrbit(camera: PerspectiveCamera, element: HTMLElement, bundle: PlanBundle): Orbit {
  const controls = new OrbitControls(camera, element);
  controls.minDistance = distanceLimits.min;
  controls.maxDistance = distanceLimits.max;
  controls.zoomToCursor = true;
  const { all, front } = middles(bundle);
  const round = new Spherical();
  const offset = new Vector3();
  let stepBack = 1;
  const now = (): Camera => {
    round.setFromVector3(offset.subVectors(camera.position, controls.target));
    return {
      azimuth: MathUtils.radToDeg(round.theta),
      elevation: 90 - MathUtils.radToDeg(round.phi),
      distance: round.radius / stepBack,
    };
  };
  const go = ({ azimuth, elevation, distance }: Camera, view: StandardView | null) => {
    if (view) controls.target.copy(view === 'overjet' ? front : all);
    round.set(distance * stepBack, MathUtils.degToRad(90 - elevation), MathUtils.degToRad(azimuth));
    round.makeSafe();
    camera.position.setFromSpherical(round).add(controls.target);
    controls.update();
  };
  controls.target.copy(all);
  return {
    controls,
    go,
    now,
    reshape(aspect) {
      const before = now();
      stepBack = Math.max(1, usualAspect / aspect);
      controls.maxDistance = distanceLimits.max * stepBack;
      go(before, null);
    },
    dispose: () => controls.dispose(),
  };
}
