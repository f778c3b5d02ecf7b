/** The scene of a plan. Draws on demand at the player's stage, without rendering components. */

import { extend, useFrame, useThree } from '@react-three/fiber';
import { useAtomValue } from 'jotai/react';
import { useEffect, useMemo, useRef } from 'react';
import {
  AmbientLight,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  PerspectiveCamera,
  Plane,
  Vector3,
} from 'three';
import { screenStore } from '#web/lib/screen-store.ts';
import type { LabelAnchors } from '../label-anchors.ts';
import {
  comparisonModeAtom,
  comparisonReferenceAtom,
  ghostDensityAtom,
  layerVisibilityAtoms,
  sectionPlaneAtom,
  shownLayersAtom,
} from '../layers.ts';
import { player } from '../player.ts';
import {
  hoveredToothAtom,
  onlyShownArchAtom,
  requestedCameraAtom,
  restingCameraAtom as rested,
} from '../view-state.ts';
import { chosenToothAtom, shownStageAtom } from '../viewer-state.ts';
import type { ArchMeshes } from './arch-meshes.ts';
import { FiveMillimetreGrid } from './FiveMillimetreGrid.tsx';
import { heatColoursByTooth } from './heat-map.ts';
import { IprSheets } from './IprSheets.tsx';
import { createLabelPositions } from './label-positions.ts';
import { createOrbit, type Orbit } from './orbit.ts';
import { useArchMeshes } from './useArchMeshes.ts';
import { useScenePointer } from './useScenePointer.ts';
import type { LoadedShapes, PlanSource } from './useShapes.ts';

extend({ AmbientLight, DirectionalLight, Group, HemisphereLight });

export type SceneProps = {
  source: PlanSource;
  shown: LoadedShapes;
  /** The compared plan: another version, or null for another stage of this plan. */
  other: { source: PlanSource; shown: LoadedShapes } | null;
  anchors: LabelAnchors;
  otherAnchors: LabelAnchors;
};

const chosenTint = new Color('#a5dfca');
const hoverTint = new Color('#dcf3ea');

/** Lights attached to the camera: every visible side is lit from above the viewer's left shoulder. */
function Lights() {
  const group = useRef<Group>(null);
  useFrame(({ camera }) => group.current?.quaternion.copy(camera.quaternion));
  return (
    <>
      <hemisphereLight args={['#ffffff', '#a8958a', 1.5]} />
      <group ref={group}>
        <directionalLight position={[-60, 90, 120]} intensity={1.9} />
        <directionalLight position={[90, 10, 60]} intensity={0.7} />
      </group>
    </>
  );
}

function useOrbit(source: PlanSource, halves: 1 | 2): void {
  const { camera, gl, invalidate, size } = useThree();
  const orbit = useRef<Orbit | null>(null);
  useEffect(() => {
    if (!(camera instanceof PerspectiveCamera)) return;
    const made = createOrbit(camera, gl.domElement, source.bundle);
    orbit.current = made;
    made.go(
      screenStore.get(requestedCameraAtom).camera,
      screenStore.get(requestedCameraAtom).view ?? 'front',
    );
    made.controls.addEventListener('change', () => invalidate());
    made.controls.addEventListener('end', () => screenStore.set(rested, made.now()));
    screenStore.set(rested, made.now());
    const unsubscribe = screenStore.sub(requestedCameraAtom, () => {
      const { camera: to, view } = screenStore.get(requestedCameraAtom);
      made.go(to, view);
      screenStore.set(rested, made.now());
      invalidate();
    });
    return () => {
      unsubscribe();
      made.dispose();
      orbit.current = null;
    };
  }, [camera, gl, invalidate, source.bundle]);
  useEffect(() => orbit.current?.reshape(size.width / halves / Math.max(1, size.height)), [size, halves]);
}

/** Paints the heat map at rest: each vertex's distance from its position at the reference stage. */
function useHeat(arches: ArchMeshes | null, { source, other, shown }: SceneProps): void {
  const invalidate = useThree(state => state.invalidate);
  const on = useAtomValue(layerVisibilityAtoms.heat);
  const stage = useAtomValue(shownStageAtom);
  const { version, stage: from } = useAtomValue(comparisonReferenceAtom);
  const than = version === null ? source.bundle : other?.source.bundle;
  useEffect(() => {
    if (!arches || !shown.shapes) return;
    const before = than && { bundle: than, stage: from === 'same' ? stage : from };
    const heat =
      on && before
        ? heatColoursByTooth(shown.shapes.teeth, before, { bundle: source.bundle, stage })
        : new Map<never, Uint8Array>();
    for (const { fdi } of shown.shapes.teeth) arches.crowns.paint(fdi, heat.get(fdi as never) ?? null);
    invalidate();
  }, [arches, shown.shapes, source.bundle, than, on, from, stage, invalidate]);
}

/** Applies layers, visible arch, section, and the tint of the selected and the hovered tooth. */
function useLook(list: readonly (ArchMeshes | null)[]): void {
  const invalidate = useThree(state => state.invalidate);
  const layers = useAtomValue(shownLayersAtom);
  const alone = useAtomValue(onlyShownArchAtom);
  const cut = useAtomValue(sectionPlaneAtom);
  const chosen = useAtomValue(chosenToothAtom);
  const over = useAtomValue(hoveredToothAtom);
  useEffect(() => {
    const normal = new Vector3();
    normal[cut.axis] = 1;
    const planes = layers.section ? [new Plane(normal, -cut.at)] : [];
    for (const arches of list) {
      arches?.show(layers, alone);
      arches?.clip(planes);
    }
    invalidate();
  }, [list, layers, alone, cut, invalidate]);
  const density = useAtomValue(ghostDensityAtom);
  useEffect(() => {
    for (const arches of list) arches?.fade(density);
    invalidate();
  }, [list, density, invalidate]);
  useEffect(() => {
    list[0]?.crowns.tint(tooth => (tooth === chosen ? chosenTint : tooth === over ? hoverTint : null));
    invalidate();
  }, [list, chosen, over, invalidate]);
}

export function Scene(props: SceneProps) {
  const { source, shown, other, anchors, otherAnchors } = props;
  const { invalidate } = useThree();
  const how = useAtomValue(comparisonModeAtom);
  const { stage: refStage } = useAtomValue(comparisonReferenceAtom);
  const beside = how === 'beside';
  const behind = how === 'none' ? null : (other ?? { source, shown });
  const arches = useArchMeshes(source.bundle, shown.shapes, 'solid');
  const second = useArchMeshes(
    behind?.source.bundle ?? null,
    behind?.shown.shapes ?? null,
    beside ? 'solid' : 'ghost',
  );
  const both = useMemo(() => [arches, second] as const, [arches, second]);
  useOrbit(source, beside ? 2 : 1);
  useHeat(arches, props);
  useLook(both);
  useScenePointer(arches, source);
  const ownWords = useMemo(
    () => arches && createLabelPositions(anchors, source.bundle, arches.poser),
    [anchors, source.bundle, arches],
  );
  const otherBundle = behind?.source.bundle;
  const otherWords = useMemo(
    () => second && otherBundle && createLabelPositions(otherAnchors, otherBundle, second.poser),
    [otherAnchors, otherBundle, second],
  );
  useEffect(() => player.subscribe(() => invalidate()), [invalidate]);
  useEffect(() => {
    for (const one of [anchors, otherAnchors]) one.onChange = () => invalidate();
  }, [anchors, otherAnchors, invalidate]);

  // Runs first in a frame, because attachments and reductions read the teeth's positions.
  useFrame(() => {
    const stage = player.stage();
    arches?.place(stage);
    second?.place(refStage === 'same' ? stage : refStage);
  }, -1);
  useFrame(({ gl, scene, camera, size }) => {
    const half = beside && second ? size.width / 2 : size.width;
    if (camera instanceof PerspectiveCamera) {
      const aspect = half / size.height;
      if (camera.aspect !== aspect) {
        camera.aspect = aspect;
        camera.updateProjectionMatrix();
      }
    }
    const draw = (left: number, first: boolean, last: boolean) => {
      if (arches) arches.object.visible = first;
      if (second) second.object.visible = last;
      gl.setViewport(left, 0, half, size.height);
      gl.setScissor(left, 0, half, size.height);
      gl.render(scene, camera);
    };
    gl.setScissorTest(beside);
    if (beside) {
      draw(0, false, true);
      draw(half, true, false);
    } else draw(0, true, true);
    // In a side-by-side comparison, this plan is the right half.
    const words = { width: half, height: size.height };
    ownWords?.place(camera, { ...words, left: size.width - half }, screenStore.get(onlyShownArchAtom));
    if (beside) otherWords?.place(camera, { ...words, left: 0 }, screenStore.get(onlyShownArchAtom));
  }, 1);

  return (
    <>
      <Lights />
      {arches && <primitive object={arches.object} dispose={null} />}
      {second && <primitive object={second.object} dispose={null} />}
      {arches && <IprSheets bundle={source.bundle} poser={arches.poser} />}
      <FiveMillimetreGrid bundle={source.bundle} />
    </>
  );
}
