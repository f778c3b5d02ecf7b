/** State of the view. The picture follows `requestedCameraAtom`, and updates `restingCameraAtom` after a turn by hand. */
import { atom } from 'jotai/vanilla';
import type { Arch } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import {
  archOfView,
  type Camera,
  cameraOfView,
  type StandardView,
  viewOfCamera,
  viewsForArches,
} from './camera.ts';
import { sectionPlaneAtom, shownLayersAtom } from './layers.ts';
import type { PinPlace } from './viewer-state.ts';

/** Target of the camera. Always a new object, so that the same view can be requested again. */
export const requestedCameraAtom = atom<{
  camera: Camera;
  view: StandardView | null;
}>({ camera: cameraOfView('front'), view: 'front' });
/** The camera at rest. */
export const restingCameraAtom = atom<Camera>(cameraOfView('front'));
/** The only arch shown; null shows both. */
export const onlyShownArchAtom = atom<Arch | null>(null);
/** The arches that the plan contains. */
export const archesInPlanAtom = atom<readonly Arch[]>(['upper', 'lower']);
/**
 * The named view at the camera; undefined between views. Changes with the view, not with each turn of the
 * camera.
 */
export const shownViewAtom = atom(get => viewOfCamera(get(restingCameraAtom)));
/** The views that the plan's arches allow. */
export const offeredViewsAtom = atom(get => viewsForArches(get(archesInPlanAtom)));
/** The tooth under the pointer, and the pointer's position, px in the picture. */
export type HoveredPoint = { place: PinPlace; x: number; y: number };
export const hoveredPointAtom = atom<HoveredPoint | null>(null);
/** Only the tooth under the pointer: constant while the pointer moves within the tooth. */
export const hoveredToothAtom = atom(get => get(hoveredPointAtom)?.place.tooth ?? null);

/** mm from the middle to the patient's left: about the axis of the left central incisor. */
const profileCut = 3;

/** Whether a view switched the section on, so that leaving the view switches it off. */
let cutByView = false;

function cutFor(view: StandardView): void {
  const profile = view === 'overjet';
  if (profile) {
    if (!screenStore.get(shownLayersAtom).section) cutByView = true;
    screenStore.set(sectionPlaneAtom, { axis: 'x', at: profileCut });
  }
  if (profile || cutByView) screenStore.set(shownLayersAtom, before => ({ ...before, section: profile }));
  if (!profile) cutByView = false;
}

export function goToView(view: StandardView): void {
  if (!screenStore.get(offeredViewsAtom).includes(view)) return;
  screenStore.set(onlyShownArchAtom, archOfView(view));
  cutFor(view);
  screenStore.set(requestedCameraAtom, { camera: cameraOfView(view), view });
}

/** Follows another reviewer's camera. On entering a view, its arch and section apply too. */
export function followCamera(to: Camera): void {
  const view = viewOfCamera(to) ?? null;
  if (view && screenStore.get(shownViewAtom) !== view) goToView(view);
  else screenStore.set(requestedCameraAtom, { camera: to, view });
}

/** Turns by degrees and zooms by a factor, from the keyboard. */
export function turnCamera(change: { azimuth?: number; elevation?: number; zoom?: number }): void {
  const { azimuth, elevation, distance } = screenStore.get(restingCameraAtom);
  const turned = azimuth + (change.azimuth ?? 0);
  screenStore.set(requestedCameraAtom, {
    camera: {
      azimuth: ((((turned + 180) % 360) + 360) % 360) - 180,
      elevation: Math.max(-89.9, Math.min(89.9, elevation + (change.elevation ?? 0))),
      distance: Math.max(40, Math.min(500, distance * (change.zoom ?? 1))),
    },
    view: null,
  });
}
