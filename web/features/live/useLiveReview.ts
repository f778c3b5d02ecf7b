import { useEffect } from 'react';
import type { ReviewHere } from '#events/plan/live-review.ts';
import { shownLayers } from '#web/features/viewer/layers.ts';
import { player } from '#web/features/viewer/player.ts';
import { chosenTooth, shownStage } from '#web/features/viewer/state.ts';
import { camera, hovered } from '#web/features/viewer/view-state.ts';
import { reviewers } from '#web/lib/live-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { publishReviewPosition } from '#web/lib/socket.ts';
import { follow, following, isBrought, keepUp } from './following.ts';
import { replay } from './replay.ts';

/** ms between two words of where this page stands: a hand that moves says it four times a second. */
const apartMs = 250;

const round = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Tells the others in this review where this page stands, and follows whom it is told to follow. */
export function useLiveReview(caseId: string, list: ReviewHere['list'], version: number | null): void {
  useEffect(() => {
    if (version === null) return;
    const now = (): ReviewHere => {
      const { azimuth, elevation, distance } = screenStore.get(camera);
      return {
        caseId,
        list,
        version,
        stage: round(player.stage(), 2),
        camera: [round(azimuth), round(elevation), round(distance)],
        tooth: screenStore.get(chosenTooth),
        pointer: screenStore.get(hovered)?.place ?? null,
        follows: screenStore.get(following),
        ...(screenStore.get(shownLayers).heat && { heat: true }),
      };
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let said = '';
    const say = () => {
      timer = undefined;
      // What is seen again is not shown to the others, nor kept once more.
      const here = screenStore.get(replay.now) ? null : now();
      if (JSON.stringify(here) === said) return;
      said = JSON.stringify(here);
      publishReviewPosition(here);
    };
    const changed = () => {
      timer ??= setTimeout(say, apartMs);
    };
    const moved = () => {
      changed();
      if (isBrought(screenStore.get(shownStage), now().camera)) return;
      if (screenStore.get(following) !== null) follow(null);
      if (screenStore.get(replay.now)?.playing) replay.pause();
    };
    const theirs = () => keepUp({ list, version });
    say();
    const replays = () => {
      if (screenStore.get(replay.now) && screenStore.get(following) !== null) follow(null);
      changed();
    };
    const followed = () => {
      if (screenStore.get(following) !== null) replay.stop();
      changed();
    };
    const ends = [
      screenStore.sub(replay.now, replays),
      player.subscribe(changed),
      screenStore.sub(shownStage, moved),
      screenStore.sub(camera, moved),
      screenStore.sub(hovered, changed),
      screenStore.sub(shownLayers, changed),
      screenStore.sub(chosenTooth, changed),
      screenStore.sub(following, followed),
      screenStore.sub(reviewers, theirs),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
      screenStore.set(following, null);
      replay.stop();
      publishReviewPosition(null);
    };
  }, [caseId, list, version]);
}
