/** State of the view. The picture follows `wantedCamera`, and writes `camera` after the user turned it. */
import { atom } from 'jotai/vanilla';
import type { Arch } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { archOfView, type Camera, cameraOf, type View, viewOf, viewsOf } from './camera.ts';
import { section, shownLayers } from './layers.ts';
import type { PinPlace } from './state.ts';

/** Target of the camera. Always a new object, so that the same view can be requested again. */
export const wantedCamera = atom<{
  camera: Camera;
  view: View | null;
}>({ camera: cameraOf('front'), view: 'front' });
/** The camera at rest. */
export const camera = atom<Camera>(cameraOf('front'));
/** The only arch shown; null shows both. */
export const only = atom<Arch | null>(null);
/** Arches of the plan. */
export const archesInPlan = atom<readonly Arch[]>(['upper', 'lower']);
/** The named view that the camera shows; undefined between views. It changes with the view, not with each turn of the camera. */
export const shownView = atom(get => viewOf(get(camera)));
/** Views that the plan's arches allow. */
export const offeredViews = atom(get => viewsOf(get(archesInPlan)));
/** The tooth under the pointer, and the pointer's position, px in the picture. */
export type Hovered = { place: PinPlace; x: number; y: number };
export const hovered = atom<Hovered | null>(null);
/** The tooth alone: it stays the same while the pointer moves over it. */
export const hoveredTooth = atom(get => get(hovered)?.place.tooth ?? null);

/** mm from the middle to the patient's left: about the axes of the left central incisors. */
const profileCut = 3;

/** Whether a view switched the section on, so that leaving the view switches it off. */
let cutByView = false;

function cutFor(view: View): void {
  const profile = view === 'overjet';
  if (profile) {
    if (!screenStore.get(shownLayers).section) cutByView = true;
    screenStore.set(section, { axis: 'x', at: profileCut });
  }
  if (profile || cutByView) screenStore.set(shownLayers, before => ({ ...before, section: profile }));
  if (!profile) cutByView = false;
}

export function goTo(view: View): void {
  if (!screenStore.get(offeredViews).includes(view)) return;
  screenStore.set(only, archOfView(view));
  cutFor(view);
  screenStore.set(wantedCamera, { camera: cameraOf(view), view });
}

/** Follows another reviewer's camera. On entering a view, its arch and section apply too. */
export function nudgeTo(to: Camera): void {
  const view = viewOf(to) ?? null;
  if (view && screenStore.get(shownView) !== view) goTo(view);
  else screenStore.set(wantedCamera, { camera: to, view });
}

/** Turns by degrees and zooms by a factor, from the keyboard. */
export function nudge(change: { azimuth?: number; elevation?: number; zoom?: number }): void {
  const { azimuth, elevation, distance } = screenStore.get(camera);
  const turned = azimuth + (change.azimuth ?? 0);
  screenStore.set(wantedCamera, {
    camera: {
      azimuth: ((((turned + 180) % 360) + 360) % 360) - 180,
      elevation: Math.max(-89.9, Math.min(89.9, elevation + (change.elevation ?? 0))),
      distance: Math.max(40, Math.min(500, distance * (change.zoom ?? 1))),
    },
    view: null,
  });
}
