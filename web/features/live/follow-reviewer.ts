/** Following another reviewer's stage and camera, until this person moves the picture. */
import { atom } from 'jotai/vanilla';
import type { ReviewerView } from '#events/plan/live-review.ts';
import { isSameVersion, type WhichVersion } from '#events/plan/which-version.ts';
import type { Camera } from '#web/features/viewer/camera.ts';
import { shownLayersAtom } from '#web/features/viewer/layers.ts';
import { player } from '#web/features/viewer/player.ts';
import { followCamera, restingCameraAtom } from '#web/features/viewer/view-state.ts';
import { shownStageAtom } from '#web/features/viewer/viewer-state.ts';
import { reviewersAtom } from '#web/lib/live-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';

/**
 * The followed person's last heat-map state. Only a change of it is adopted; in between, the viewer's own state stays.
 */
let theirHeat: boolean | null = null;

export const followedReviewerIdAtom = atom<string | null>(null);

/**
 * The last followed position, and where the picture came to rest, which may differ because the camera has distance
 * limits. If the picture is at neither of them, the person has moved it.
 */
type Brought = { stage: number; camera: readonly number[]; came: Camera };
let brought: Brought | null = null;
let bringing = false;

/** Moves the picture to a reviewer's position. */
export function moveToReviewerPosition({ stage, camera: to }: Pick<ReviewerView, 'stage' | 'camera'>): void {
  const [azimuth = 0, elevation = 0, distance = 0] = to;
  // While only one of stage and camera is set, the picture is at neither position.
  bringing = true;
  // Compares with the target of a running glide, so that a position arriving during the glide is not skipped.
  if (screenStore.get(player.playing) || screenStore.get(shownStageAtom) !== Math.round(stage))
    player.go(stage);
  followCamera({ azimuth, elevation, distance });
  bringing = false;
  brought = { stage: Math.round(stage), camera: to, came: screenStore.get(restingCameraAtom) };
}

const isNear = (a: number, b: number, most: number) => Math.abs(a - b) <= most;

/** Whether the picture is at the followed position. If not, the person has moved it and stops following. */
export function isAtFollowedPosition(
  stage: number,
  [azimuth = 0, elevation = 0, distance = 0]: readonly number[],
): boolean {
  if (!brought || bringing) return true;
  const { came, camera: to } = brought;
  const asked = { azimuth: to[0] ?? 0, elevation: to[1] ?? 0, distance: to[2] ?? 0 };
  return (
    isNear(stage, brought.stage, 0.01) &&
    [came, asked].some(
      at =>
        isNear(azimuth, at.azimuth, 1) &&
        isNear(elevation, at.elevation, 1) &&
        isNear(distance, at.distance, 2),
    )
  );
}

/** Moves the picture to the followed person's position and heat-map state. */
export function moveToReviewer(here: Pick<ReviewerView, 'stage' | 'camera' | 'heat'>): void {
  moveToReviewerPosition(here);
  const heat = here.heat ?? false;
  if (heat !== theirHeat) screenStore.set(shownLayersAtom, before => ({ ...before, heat }));
  theirHeat = heat;
}

export function followReviewer(id: string | null): void {
  brought = null;
  theirHeat = null;
  screenStore.set(followedReviewerIdAtom, id);
  const reviewer = id === null ? undefined : screenStore.get(reviewersAtom).get(id);
  if (reviewer) moveToReviewer(reviewer.here);
}

/**
 * Moves the picture to the followed person, if that person looks at this version. Stops following a person
 * who has left.
 */
export function moveToFollowedReviewer(shown: WhichVersion): void {
  const followed = screenStore.get(followedReviewerIdAtom);
  if (followed === null) return;
  const reviewer = screenStore.get(reviewersAtom).get(followed);
  if (!reviewer) followReviewer(null);
  else if (isSameVersion(reviewer.here, shown)) moveToReviewer(reviewer.here);
}

/** A reviewer's position relative to this version, as keys of `viewer:live`. */
export function describeReviewerPosition(
  here: Pick<ReviewerView, 'list' | 'version' | 'stage'>,
  shown: WhichVersion,
) {
  if (isSameVersion(here, shown)) return { word: 'at', stage: Math.round(here.stage) } as const;
  const { version } = here;
  if (here.list === shown.list) return { word: 'atVersion', version } as const;
  return { word: here.list === 'targets' ? 'atTarget' : 'atPlan', version } as const;
}
