/**
 * A digital model as a 3D scene with free rotation and standard orthodontic views. Drawn on demand. Axes of
 * scanners: z up, front at −y, the patient's right at −x.
 */
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  MathUtils,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { ShadedMesh } from '#workers/shapes/protocol.ts';
import { createLights } from './lights.ts';
import { createSceneCanvas } from './scene-canvas.ts';

/** Azimuth in degrees from the front towards the patient's left, and elevation in degrees. */
export const modelViews = {
  front: [0, 0],
  right: [-90, 0],
  left: [90, 0],
  top: [0, 89.9],
  under: [0, -89.9],
} as const;
export type ModelViewName = keyof typeof modelViews;
export const modelViewNames = Object.keys(modelViews) as readonly ModelViewName[];

export type ModelScene = {
  /** Degrees, as in `modelViews`. */
  look(azimuth: number, elevation: number): void;
  nearer(factor: number): void;
  dispose(): void;
};

/** Vertical field of view in degrees: a long lens, so that near and far teeth look nearly equal in size. */
const lens = 21;
/** Margin factor at the edges of the picture. */
const margin = 1.08;

function meshOf({ positions, normals, indices }: ShadedMesh): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.computeBoundingBox();
  geometry.computeBoundingSphere();
  return new Mesh(
    geometry,
    new MeshStandardMaterial({ color: '#e2dbce', roughness: 0.55, metalness: 0, side: DoubleSide }),
  );
}

/** @param holder receives the canvas and determines its size @throws Error without WebGL */
export function createModelScene(holder: HTMLElement, shape: ShadedMesh): ModelScene {
  const mesh = meshOf(shape);
  const { center, radius } = mesh.geometry.boundingSphere ?? new Sphere(new Vector3(), 1);
  const camera = new PerspectiveCamera(lens, 1, radius / 50, radius * 50);
  camera.up.set(0, 0, 1);
  const viewport = createSceneCanvas(holder, camera, () => ask());
  const { renderer, canvas } = viewport;
  const lights = createLights();
  const scene = new Scene();
  scene.add(mesh, lights.all);
  const controls = new OrbitControls(camera, canvas);
  controls.target.copy(center);
  controls.zoomToCursor = true;
  controls.minDistance = radius / 4;
  controls.maxDistance = 12 * radius;

  let asked = 0;
  const draw = () => {
    asked = 0;
    lights.group.quaternion.copy(camera.quaternion);
    renderer.render(scene, camera);
  };
  const ask = () => {
    asked ||= requestAnimationFrame(draw);
  };
  const { min, max } = mesh.geometry.boundingBox ?? new Box3();
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(i =>
    new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z).sub(center),
  );
  /** Distance at which the whole model is visible from the camera's direction. */
  const far = (): number => {
    const up = Math.tan(MathUtils.degToRad(lens / 2)) / margin;
    const turn = camera.quaternion.clone().invert();
    const needs = corners.map(corner => {
      const { x, y, z } = corner.clone().applyQuaternion(turn);
      return z + Math.max(Math.abs(y) / up, Math.abs(x) / (up * camera.aspect));
    });
    return Math.max(...needs);
  };
  const look = (azimuth: number, elevation: number) => {
    const [a, e] = [MathUtils.degToRad(azimuth), MathUtils.degToRad(elevation)];
    const from = new Vector3(Math.sin(a) * Math.cos(e), -Math.cos(a) * Math.cos(e), Math.sin(e));
    controls.target.copy(center);
    camera.position.copy(center).addScaledVector(from, radius);
    camera.lookAt(center);
    camera.position.copy(center).addScaledVector(from, far());
    controls.update();
    ask();
  };
  viewport.fit();
  controls.addEventListener('change', ask);
  const lost = (event: Event) => event.preventDefault();
  canvas.addEventListener('webglcontextlost', lost);
  canvas.addEventListener('webglcontextrestored', ask);
  return {
    look,
    nearer: factor => {
      camera.position
        .sub(controls.target)
        .multiplyScalar(1 / factor)
        .add(controls.target);
      controls.update();
      ask();
    },
    dispose: () => {
      cancelAnimationFrame(asked);
      controls.dispose();
      mesh.geometry.dispose();
      viewport.dispose();
    },
  };
}
