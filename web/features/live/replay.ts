/**
 * A live review, seen again: the picture goes where one of those who were there stood, by the recorded times, and the
 * fingers of all of them are shown. Whoever moves the picture meanwhile has it to themselves: the replay pauses.
 */
import { atom, type PrimitiveAtom } from 'jotai/vanilla';
import type { ReviewMove } from '#events/plan/live-review.ts';
import { viewsAt } from '#events/plan/review-sessions.ts';
import type { Frames } from '#web/features/viewer/player.ts';
import { type Finger, fingers } from '#web/features/viewer/state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { bring } from './following.ts';
import { lengthOf, type Session } from './sessions.ts';

/** `at`: ms since the review began, as far as the page is drawn for it; `watched`: whose picture is shown. */
export type Replayed = { session: Session; at: number; playing: boolean; watched: string };

export type Replay = {
  now: PrimitiveAtom<Replayed | null>;
  /** Plays from its beginning, as the one who showed most saw it. */
  open(session: Session): void;
  toggle(): void;
  pause(): void;
  /** @param at ms since the review began */
  seek(at: number): void;
  watch(personId: string): void;
  stop(): void;
};

/** The page hears of the time this often, ms: no move is nearer to the next one of the same person. */
export const stepMs = 250;

/** Who showed most. */
function presenter({ moves, people }: Session): string {
  const shown = (id: string) => moves.filter(({ by }) => by === id).length;
  return people.map(({ id }) => id).sort((a, b) => shown(b) - shown(a))[0] ?? '';
}

function fingersOf({ people }: Session, standing: readonly ReviewMove[]): Finger[] {
  return standing.flatMap(({ by, stage, pointer }) => {
    const name = people.find(({ id }) => id === by)?.name ?? '';
    return pointer ? [{ id: by, name, stage: Math.round(stage), ...pointer }] : [];
  });
}

/** @param show brings the picture to where somebody stood */
export function createReplay(
  frames: Pick<Frames, 'request' | 'cancel'>,
  show: (move: ReviewMove) => void,
): Replay {
  const now = atom<Replayed | null>(null);
  let [at, handle, before] = [0, 0, 0];
  let shown: ReviewMove | undefined;

  const halt = () => {
    frames.cancel(handle);
    handle = 0;
  };
  const draw = (replayed: Replayed) => {
    const standing = viewsAt(replayed.session, at);
    screenStore.set(fingers, fingersOf(replayed.session, standing));
    const move = standing.find(({ by }) => by === replayed.watched);
    if (move && move !== shown) show(move);
    shown = move;
    screenStore.set(now, { ...replayed, at });
  };
  const frame = (time: number) => {
    const replayed = screenStore.get(now);
    if (!replayed?.playing) return;
    at = Math.min(lengthOf(replayed.session), at + time - before);
    before = time;
    const over = at >= lengthOf(replayed.session);
    if (over || Math.floor(at / stepMs) !== Math.floor(replayed.at / stepMs))
      draw({ ...replayed, playing: !over });
    handle = over ? 0 : frames.request(frame);
  };
  const play = (replayed: Replayed) => {
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
  const again = (change: Partial<Replayed>) => {
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
      if (at >= lengthOf(replayed.session)) at = 0;
      play(replayed);
    },
    pause,
    seek(to) {
      const replayed = screenStore.get(now);
      at = Math.max(0, Math.min(replayed ? lengthOf(replayed.session) : 0, to));
      again({});
    },
    watch: watched => again({ watched }),
    stop() {
      halt();
      screenStore.set(now, null);
      screenStore.set(fingers, []);
    },
  };
}

/** The one replay of the page. */
export const replay: Replay = createReplay(
  { request: next => requestAnimationFrame(next), cancel: handle => cancelAnimationFrame(handle) },
  bring,
);
