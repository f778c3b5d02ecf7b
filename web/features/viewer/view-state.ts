/** State of the view. The picture follows `requestedCamera`, and updates `restingCamera` after a turn by hand. */
import { atom } from 'jotai/vanilla';
import type { Arch } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { archOfView, type Camera, cameraOfView, type View, viewOfCamera, viewsForArches } from './camera.ts';
import { sectionPlane, shownLayers } from './layers.ts';
import type { PinPlace } from './viewer-state.ts';

/** Target of the camera. Always a new object, so that the same view can be requested again. */
export const requestedCamera = atom<{
  camera: Camera;
  view: View | null;
}>({ camera: cameraOfView('front'), view: 'front' });
/** The camera at rest. */
export const restingCamera = atom<Camera>(cameraOfView('front'));
/** The only arch shown; null shows both. */
export const onlyShownArch = atom<Arch | null>(null);
/** The arches that the plan contains. */
export const archesInPlan = atom<readonly Arch[]>(['upper', 'lower']);
/**
 * The named view at the camera; undefined between views. Changes with the view, not with each turn of the
 * camera.
 */
export const shownView = atom(get => viewOfCamera(get(restingCamera)));
/** The views that the plan's arches allow. */
export const offeredViews = atom(get => viewsForArches(get(archesInPlan)));
/** The tooth under the pointer, and the pointer's position, px in the picture. */
export type HoveredPoint = { place: PinPlace; x: number; y: number };
export const hoveredPoint = atom<HoveredPoint | null>(null);
/** Only the tooth under the pointer: constant while the pointer moves within the tooth. */
export const hoveredTooth = atom(get => get(hoveredPoint)?.place.tooth ?? null);

/** mm from the middle to the patient's left: about the axis of the left central incisor. */
const profileCut = 3;

/** Whether a view switched the section on, so that leaving the view switches it off. */
let cutByView = false;

function cutFor(view: View): void {
  const profile = view === 'overjet';
  if (profile) {
    if (!screenStore.get(shownLayers).section) cutByView = true;
    screenStore.set(sectionPlane, { axis: 'x', at: profileCut });
  }
  if (profile || cutByView) screenStore.set(shownLayers, before => ({ ...before, section: profile }));
  if (!profile) cutByView = false;
}

export function goToView(view: View): void {
  if (!screenStore.get(offeredViews).includes(view)) return;
  screenStore.set(onlyShownArch, archOfView(view));
  cutFor(view);
  screenStore.set(requestedCamera, { camera: cameraOfView(view), view });
}

/** Follows another reviewer's camera. On entering a view, its arch and section apply too. */
export function followCamera(to: Camera): void {
  const view = viewOfCamera(to) ?? null;
  if (view && screenStore.get(shownView) !== view) goToView(view);
  else screenStore.set(requestedCamera, { camera: to, view });
}

/** Turns by degrees and zooms by a factor, from the keyboard. */
export function turnCamera(change: { azimuth?: number; elevation?: number; zoom?: number }): void {
  const { azimuth, elevation, distance } = screenStore.get(restingCamera);
  const turned = azimuth + (change.azimuth ?? 0);
  screenStore.set(requestedCamera, {
    camera: {
      azimuth: ((((turned + 180) % 360) + 360) % 360) - 180,
      elevation: Math.max(-89.9, Math.min(89.9, elevation + (change.elevation ?? 0))),
      distance: Math.max(40, Math.min(500, distance * (change.zoom ?? 1))),
    },
    view: null,
  });
}
