/** How the plan is looked at just now; the picture follows what is set, and sets what a hand has turned. */
import type { Arch } from '#events/tooth/fdi.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import { archOfView, type Camera, cameraOf, type View, viewOf, viewsOf } from './camera.ts';
import { section, shownLayers } from './layers.ts';
import type { PinPlace } from './state.ts';

/** Where the camera is to go; a new object each time, so that the same view can be asked for again. */
export const wantedCamera: Store<{ camera: Camera; view: View | null }> = createStore<{
  camera: Camera;
  view: View | null;
}>({ camera: cameraOf('front'), view: 'front' });
/** Where it came to rest. */
export const camera: Store<Camera> = createStore<Camera>(cameraOf('front'));
/** One arch alone; null is both. */
export const only: Store<Arch | null> = createStore<Arch | null>(null);
/** Arches that the plan has. */
export const archesInPlan: Store<readonly Arch[]> = createStore<readonly Arch[]>(['upper', 'lower']);
/** The tooth under the pointer, and where the pointer is, px in the picture. */
export type Hovered = { place: PinPlace; x: number; y: number };
export const hovered: Store<Hovered | null> = createStore<Hovered | null>(null);

/** mm to the patient's left of the middle: about the axes of both left central incisors. */
const profileCut = 3;

/** Whether the section that is shown came with a view, and goes with it. */
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

/** Goes where another person looks from; into a view as a whole, with the arch that it is of and its section. */
export function nudgeTo(to: Camera): void {
  const view = viewOf(to) ?? null;
  if (view && viewOf(camera.get()) !== view) goTo(view);
  else wantedCamera.set({ camera: to, view });
}

/** Turns or comes nearer by degrees and a factor; from the keyboard. */
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
