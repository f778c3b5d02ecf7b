/**
 * Replay of a live review: the picture follows one participant at the recorded times, and all participants'
 * pointers are shown. A manual move pauses the replay.
 */
import { atom, type PrimitiveAtom } from 'jotai/vanilla';
import type { ReviewMove } from '#events/plan/live-review.ts';
import { reviewerViewsAt } from '#events/plan/review-sessions.ts';
import { type ReviewerPointer, replayedPointersAtom } from '#web/features/viewer/viewer-state.ts';
import { browserFrames, type FrameScheduler } from '#web/lib/frame-scheduler.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { moveToReviewerPosition } from './follow-reviewer.ts';
import { type RecordedReview, reviewDurationMs } from './review-sessions.ts';

/** `at`: ms since the review began, as displayed; `watched`: the participant whose picture is shown. */
export type ReviewReplayState = { session: RecordedReview; at: number; playing: boolean; watched: string };

export type ReviewReplay = {
  now: PrimitiveAtom<ReviewReplayState | null>;
  /** Plays from the beginning with the picture of the participant with the most moves. */
  open(session: RecordedReview): void;
  toggle(): void;
  pause(): void;
  /** @param at ms since the review began */
  seek(at: number): void;
  watch(personId: string): void;
  stop(): void;
};

/** Interval of page updates, ms. The recorded moves of one person are never closer together. */
export const replayStepMs = 250;

/** The participant with the most moves. */
function presenter({ moves, people }: RecordedReview): string {
  const shown = (id: string) => moves.filter(({ by }) => by === id).length;
  return people.map(({ id }) => id).sort((a, b) => shown(b) - shown(a))[0] ?? '';
}

function fingersOf({ people }: RecordedReview, standing: readonly ReviewMove[]): ReviewerPointer[] {
  return standing.flatMap(({ by, stage, pointer }) => {
    const name = people.find(({ id }) => id === by)?.name ?? '';
    return pointer ? [{ id: by, name, stage: Math.round(stage), ...pointer }] : [];
  });
}

/** @param show moves the picture to a recorded position */
export function createReviewReplay(
  frames: Pick<FrameScheduler, 'request' | 'cancel'>,
  show: (move: ReviewMove) => void,
): ReviewReplay {
  const now = atom<ReviewReplayState | null>(null);
  let [at, handle, before] = [0, 0, 0];
  let shown: ReviewMove | undefined;

  const halt = () => {
    frames.cancel(handle);
    handle = 0;
  };
  const draw = (replayed: ReviewReplayState) => {
    const standing = reviewerViewsAt(replayed.session, at);
    screenStore.set(replayedPointersAtom, fingersOf(replayed.session, standing));
    const move = standing.find(({ by }) => by === replayed.watched);
    if (move && move !== shown) show(move);
    shown = move;
    screenStore.set(now, { ...replayed, at });
  };
  const frame = (time: number) => {
    const replayed = screenStore.get(now);
    if (!replayed?.playing) return;
    at = Math.min(reviewDurationMs(replayed.session), at + time - before);
    before = time;
    const over = at >= reviewDurationMs(replayed.session);
    if (over || Math.floor(at / replayStepMs) !== Math.floor(replayed.at / replayStepMs))
      draw({ ...replayed, playing: !over });
    handle = over ? 0 : frames.request(frame);
  };
  const play = (replayed: ReviewReplayState) => {
    shown = undefined;
    draw({ ...replayed, playing: true });
    halt();
    handle = frames.request(time => {
      before = time;
      frame(time);
    });
  };
  const pause = () => {
    halt();
    screenStore.set(now, replayed => replayed && { ...replayed, playing: false });
  };
  const again = (change: Partial<ReviewReplayState>) => {
    const replayed = screenStore.get(now);
    if (!replayed) return;
    shown = undefined;
    draw({ ...replayed, ...change });
  };
  return {
    now,
    open(session) {
      at = 0;
      play({ session, at, playing: true, watched: presenter(session) });
    },
    toggle() {
      const replayed = screenStore.get(now);
      if (!replayed) return;
      if (replayed.playing) return pause();
      if (at >= reviewDurationMs(replayed.session)) at = 0;
      play(replayed);
    },
    pause,
    seek(to) {
      const replayed = screenStore.get(now);
      at = Math.max(0, Math.min(replayed ? reviewDurationMs(replayed.session) : 0, to));
      again({});
    },
    watch: watched => again({ watched }),
    stop() {
      halt();
      screenStore.set(now, null);
      screenStore.set(replayedPointersAtom, []);
    },
  };
}

/** The page's only replay. */
export const reviewReplay: ReviewReplay = createReviewReplay(browserFrames, moveToReviewerPosition);
