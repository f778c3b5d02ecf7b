import { useEffect } from 'react';
import type { ReviewerView } from '#events/plan/live-review.ts';
import { shownLayers } from '#web/features/viewer/layers.ts';
import { player } from '#web/features/viewer/player.ts';
import { hoveredPoint, restingCamera } from '#web/features/viewer/view-state.ts';
import { chosenTooth, shownStage } from '#web/features/viewer/viewer-state.ts';
import { reviewersAtom } from '#web/lib/live-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { publishReviewPosition } from '#web/lib/socket.ts';
import {
  followedReviewerId,
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
      const { azimuth, elevation, distance } = screenStore.get(restingCamera);
      return {
        caseId,
        list,
        version,
        stage: round(player.stage(), 2),
        camera: [round(azimuth), round(elevation), round(distance)],
        tooth: screenStore.get(chosenTooth),
        pointer: screenStore.get(hoveredPoint)?.place ?? null,
        follows: screenStore.get(followedReviewerId),
        ...(screenStore.get(shownLayers).heat && { heat: true }),
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
      if (isAtFollowedPosition(screenStore.get(shownStage), now().camera)) return;
      if (screenStore.get(followedReviewerId) !== null) followReviewer(null);
      if (screenStore.get(reviewReplay.now)?.playing) reviewReplay.pause();
    };
    const theirs = () => moveToFollowedReviewer({ list, version });
    say();
    const replays = () => {
      if (screenStore.get(reviewReplay.now) && screenStore.get(followedReviewerId) !== null)
        followReviewer(null);
      changed();
    };
    const followed = () => {
      if (screenStore.get(followedReviewerId) !== null) reviewReplay.stop();
      changed();
    };
    const ends = [
      screenStore.sub(reviewReplay.now, replays),
      player.subscribe(changed),
      screenStore.sub(shownStage, moved),
      screenStore.sub(restingCamera, moved),
      screenStore.sub(hoveredPoint, changed),
      screenStore.sub(shownLayers, changed),
      screenStore.sub(chosenTooth, changed),
      screenStore.sub(followedReviewerId, followed),
      screenStore.sub(reviewersAtom, theirs),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
      screenStore.set(followedReviewerId, null);
      reviewReplay.stop();
      publishReviewPosition(null);
    };
  }, [caseId, list, version]);
}
