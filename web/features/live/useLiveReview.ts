import { useEffect } from 'react';
import type { ReviewHere } from '#events/plan/live-review.ts';
import { shownLayers } from '#web/features/viewer/layers.ts';
import { player } from '#web/features/viewer/player.ts';
import { chosenTooth, shownStage } from '#web/features/viewer/state.ts';
import { camera, hovered } from '#web/features/viewer/view-state.ts';
import { reviewers } from '#web/lib/live.ts';
import { sayHere } from '#web/lib/socket.ts';
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
      const { azimuth, elevation, distance } = camera.get();
      return {
        caseId,
        list,
        version,
        stage: round(player.stage(), 2),
        camera: [round(azimuth), round(elevation), round(distance)],
        tooth: chosenTooth.get(),
        pointer: hovered.get()?.place ?? null,
        follows: following.get(),
        ...(shownLayers.get().heat && { heat: true }),
      };
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let said = '';
    const say = () => {
      timer = undefined;
      // What is seen again is not shown to the others, nor kept once more.
      const here = replay.now.get() ? null : now();
      if (JSON.stringify(here) === said) return;
      said = JSON.stringify(here);
      sayHere(here);
    };
    const changed = () => {
      timer ??= setTimeout(say, apartMs);
    };
    const moved = () => {
      changed();
      if (isBrought(shownStage.get(), now().camera)) return;
      if (following.get() !== null) follow(null);
      if (replay.now.get()?.playing) replay.pause();
    };
    const theirs = () => keepUp({ list, version });
    say();
    const replays = () => {
      if (replay.now.get() && following.get() !== null) follow(null);
      changed();
    };
    const followed = () => {
      if (following.get() !== null) replay.stop();
      changed();
    };
    const ends = [
      replay.now.subscribe(replays),
      player.subscribe(changed),
      shownStage.subscribe(moved),
      camera.subscribe(moved),
      hovered.subscribe(changed),
      shownLayers.subscribe(changed),
      chosenTooth.subscribe(changed),
      following.subscribe(followed),
      reviewers.subscribe(theirs),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
      following.set(null);
      replay.stop();
      sayHere(null);
    };
  }, [caseId, list, version]);
}
