/** Whose picture this page follows: their stage and camera, until this hand moves something itself. */
import { atom } from 'jotai/vanilla';
import type { ReviewHere } from '#events/plan/live-review.ts';
import { isSameVersion, type WhichVersion } from '#events/plan/which-version.ts';
import type { Camera } from '#web/features/viewer/camera.ts';
import { shownLayers } from '#web/features/viewer/layers.ts';
import { player } from '#web/features/viewer/player.ts';
import { shownStage } from '#web/features/viewer/state.ts';
import { camera, nudgeTo } from '#web/features/viewer/view-state.ts';
import { reviewers } from '#web/lib/live-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';

/** Whether whoever is followed was last seen with heat: theirs is taken over where it changes, one's own is kept until then. */
let theirHeat: boolean | null = null;

export const following = atom<string | null>(null);

/**
 * What this page was last brought to by following, and what came of it (a camera comes only so near, or far); a
 * difference from both is the person's own doing.
 */
type Brought = { stage: number; camera: readonly number[]; came: Camera };
let brought: Brought | null = null;
let bringing = false;

/** Brings the picture to where somebody stands. */
export function bring({ stage, camera: to }: Pick<ReviewHere, 'stage' | 'camera'>): void {
  const [azimuth = 0, elevation = 0, distance = 0] = to;
  // Until both the stage and the camera are there, what is shown is neither the old nor the new.
  bringing = true;
  // Not from where it glides just now: a word that comes while it does would be held for done.
  if (screenStore.get(player.playing) || screenStore.get(shownStage) !== Math.round(stage)) player.go(stage);
  nudgeTo({ azimuth, elevation, distance });
  bringing = false;
  brought = { stage: Math.round(stage), camera: to, came: screenStore.get(camera) };
}

const near = (a: number, b: number, most: number) => Math.abs(a - b) <= most;

/** Whether what is shown is what following brought: a person who turns the picture has left the one they follow. */
export function isBrought(
  stage: number,
  [azimuth = 0, elevation = 0, distance = 0]: readonly number[],
): boolean {
  if (!brought || bringing) return true;
  const { came, camera: to } = brought;
  const asked = { azimuth: to[0] ?? 0, elevation: to[1] ?? 0, distance: to[2] ?? 0 };
  return (
    near(stage, brought.stage, 0.01) &&
    [came, asked].some(
      at =>
        near(azimuth, at.azimuth, 1) && near(elevation, at.elevation, 1) && near(distance, at.distance, 2),
    )
  );
}

/** Brings the picture to where the one who is followed stands, with their heat. */
export function bringTo(here: Pick<ReviewHere, 'stage' | 'camera' | 'heat'>): void {
  bring(here);
  const heat = here.heat ?? false;
  if (heat !== theirHeat) screenStore.set(shownLayers, before => ({ ...before, heat }));
  theirHeat = heat;
}

export function follow(id: string | null): void {
  brought = null;
  theirHeat = null;
  screenStore.set(following, id);
  const reviewer = id === null ? undefined : screenStore.get(reviewers).get(id);
  if (reviewer) bringTo(reviewer.here);
}

/** Brings the picture of this version to where the person stands who is followed, if it is there; nobody is followed who has left. */
export function keepUp(shown: WhichVersion): void {
  const followed = screenStore.get(following);
  if (followed === null) return;
  const reviewer = screenStore.get(reviewers).get(followed);
  if (!reviewer) follow(null);
  else if (isSameVersion(reviewer.here, shown)) bringTo(reviewer.here);
}

/** Where somebody stands, in the words of `viewer:live`, to whoever looks at this version. */
export function standsAt(here: Pick<ReviewHere, 'list' | 'version' | 'stage'>, shown: WhichVersion) {
  if (isSameVersion(here, shown)) return { word: 'at', stage: Math.round(here.stage) } as const;
  const { version } = here;
  if (here.list === shown.list) return { word: 'atVersion', version } as const;
  return { word: here.list === 'targets' ? 'atTarget' : 'atPlan', version } as const;
}
