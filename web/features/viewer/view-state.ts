/** State of the view. The picture follows `wantedCamera`, and writes `camera` after the user turned it. */
import type { Arch } from '#events/tooth/fdi.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import { archOfView, type Camera, cameraOf, type View, viewOf, viewsOf } from './camera.ts';
import { section, shownLayers } from './layers.ts';
import type { PinPlace } from './state.ts';

/** Target of the camera. Always a new object, so that the same view can be requested again. */
export const wantedCamera: Store<{ camera: Camera; view: View | null }> = createStore<{
  camera: Camera;
  view: View | null;
}>({ camera: cameraOf('front'), view: 'front' });
/** The camera at rest. */
export const camera: Store<Camera> = createStore<Camera>(cameraOf('front'));
/** The only arch shown; null shows both. */
export const only: Store<Arch | null> = createStore<Arch | null>(null);
/** Arches of the plan. */
export const archesInPlan: Store<readonly Arch[]> = createStore<readonly Arch[]>(['upper', 'lower']);
/** The tooth under the pointer, and the pointer's position, px in the picture. */
export type Hovered = { place: PinPlace; x: number; y: number };
export const hovered: Store<Hovered | null> = createStore<Hovered | null>(null);

/** mm from the middle to the patient's left: about the axes of the left central incisors. */
const profileCut = 3;

/** Whether a view switched the section on, so that leaving the view switches it off. */
let cutByView = false;

function cutFor(view: View): void {
  const profile = view === 'overjet';
  if (profile) {
    if (!shownLayers.get().section) cutByView = true;
    section.set({ axis: 'x', at: profileCut });
  }
  if (profile || cutByView) shownLayers.set(before => ({ ...before, section: profile }));
  if (!profile) cutByView = false;
}

export function goTo(view: View): void {
  if (!viewsOf(archesInPlan.get()).includes(view)) return;
  only.set(archOfView(view));
  cutFor(view);
  wantedCamera.set({ camera: cameraOf(view), view });
}

/** Follows another reviewer's camera. On entering a view, its arch and section apply too. */
export function nudgeTo(to: Camera): void {
  const view = viewOf(to) ?? null;
  if (view && viewOf(camera.get()) !== view) goTo(view);
  else wantedCamera.set({ camera: to, view });
}

/** Turns by degrees and zooms by a factor, from the keyboard. */
export function nudge(change: { azimuth?: number; elevation?: number; zoom?: number }): void {
  const { azimuth, elevation, distance } = camera.get();
  const turned = azimuth + (change.azimuth ?? 0);
  wantedCamera.set({
    camera: {
      azimuth: ((((turned + 180) % 360) + 360) % 360) - 180,
      elevation: Math.max(-89.9, Math.min(89.9, elevation + (change.elevation ?? 0))),
      distance: Math.max(40, Math.min(500, distance * (change.zoom ?? 1))),
    },
    view: null,
  });
}
