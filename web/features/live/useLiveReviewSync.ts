import { useEffect } from 'react';
import type { ReviewerView } from '#events/plan/live-review.ts';
import { shownLayersAtom } from '#web/features/viewer/layers.ts';
import { player } from '#web/features/viewer/player.ts';
import { hoveredPointAtom, restingCameraAtom } from '#web/features/viewer/view-state.ts';
import { chosenToothAtom, shownStageAtom } from '#web/features/viewer/viewer-state.ts';
import { reviewersAtom } from '#web/lib/live-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { publishReviewPosition } from '#web/lib/socket.ts';
import {
  followedReviewerIdAtom,
  followReviewer,
  isAtFollowedPosition,
  moveToFollowedReviewer,
} from './follow-reviewer.ts';
import { reviewReplay } from './review-replay.ts';

/** Minimum interval between published positions, ms. */
const apartMs = 250;

const round = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Publishes this page's position to the other reviewers, and follows the chosen reviewer. */
export function useLiveReviewSync(caseId: string, list: ReviewerView['list'], version: number | null): void {
  useEffect(() => {
    if (version === null) return;
    const now = (): ReviewerView => {
      const { azimuth, elevation, distance } = screenStore.get(restingCameraAtom);
      return {
        caseId,
        list,
        version,
        stage: round(player.stage(), 2),
        camera: [round(azimuth), round(elevation), round(distance)],
        tooth: screenStore.get(chosenToothAtom),
        pointer: screenStore.get(hoveredPointAtom)?.place ?? null,
        follows: screenStore.get(followedReviewerIdAtom),
        ...(screenStore.get(shownLayersAtom).heat && { heat: true }),
      };
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let said = '';
    const say = () => {
      timer = undefined;
      // A replay is neither published nor recorded again.
      const here = screenStore.get(reviewReplay.now) ? null : now();
      if (JSON.stringify(here) === said) return;
      said = JSON.stringify(here);
      publishReviewPosition(here);
    };
    const changed = () => {
      timer ??= setTimeout(say, apartMs);
    };
    const moved = () => {
      changed();
      if (isAtFollowedPosition(screenStore.get(shownStageAtom), now().camera)) return;
      if (screenStore.get(followedReviewerIdAtom) !== null) followReviewer(null);
      if (screenStore.get(reviewReplay.now)?.playing) reviewReplay.pause();
    };
    const theirs = () => moveToFollowedReviewer({ list, version });
    say();
    const replays = () => {
      if (screenStore.get(reviewReplay.now) && screenStore.get(followedReviewerIdAtom) !== null)
        followReviewer(null);
      changed();
    };
    const followed = () => {
      if (screenStore.get(followedReviewerIdAtom) !== null) reviewReplay.stop();
      changed();
    };
    const ends = [
      screenStore.sub(reviewReplay.now, replays),
      player.subscribe(changed),
      screenStore.sub(shownStageAtom, moved),
      screenStore.sub(restingCameraAtom, moved),
      screenStore.sub(hoveredPointAtom, changed),
      screenStore.sub(shownLayersAtom, changed),
      screenStore.sub(chosenToothAtom, changed),
      screenStore.sub(followedReviewerIdAtom, followed),
      screenStore.sub(reviewersAtom, theirs),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
      screenStore.set(followedReviewerIdAtom, null);
      reviewReplay.stop();
      publishReviewPosition(null);
    };
  }, [caseId, list, version]);
}
