/** Brings a scene to moments of a track: move by move, or in one jump. */
import { GONE, type Track } from '#events/analysis/track.ts';
import { createReplayScene, type ReplayScene } from './scene.ts';

/** More moves than this in one frame are shown as a jump, because the eye could not follow them. */
const mostFlights = 600;

export type ScenePlayer = {
  scene(): ReplayScene;
  /** Whether the scene shows the state of a moment. */
  shows(at: number): boolean;
  /**
   * Shows the state at a moment, with cases seated in the order of waiting. `glideFrom`: time of the frame from which
   * dots glide to their seats; null without animation.
   */
  settle(at: number, glideFrom: number | null): void;
  /**
   * Applies the moves up to a moment. `flyFrom`: time of the frame at which dots start to fly; null moves
   * them without animation. `pace`: real ms for each ms of history; it staggers the moves of one frame.
   */
  follow(at: number, flyFrom: number | null, pace?: number): void;
  /** Takes over a longer track. The cases keep their indexes. @param at the moment that is shown */
  extend(track: Track, at: number): void;
};

export function createScenePlayer(first: Track): ScenePlayer {
  let track = first;
  let scene = createReplayScene(track.caseIds.length);
  /** Number of moves that the scene shows. */
  let index = 0;
  const settle = (at: number, glideFrom: number | null) => {
    index = track.indexAt(at);
    scene.reset(track.statusesAt(at), track.sinceAt(at), glideFrom);
  };
  return {
    scene: () => scene,
    shows: at => track.indexAt(at) === index,
    settle,
    follow: (at, flyFrom, pace = 0) => {
      const to = track.indexAt(at);
      if (to - index > mostFlights || to < index) return settle(at, null);
      const { times, caseIndexes, tos } = track.moves(index, to);
      for (let i = 0; i < to - index; i++) {
        const then = times[i] ?? at;
        const start = flyFrom === null ? null : flyFrom - pace * (at - then);
        scene.move(caseIndexes[i] ?? 0, tos[i] ?? GONE, then, start);
      }
      index = to;
    },
    extend: (longer, at) => {
      const grows = longer.caseIds.length > track.caseIds.length;
      track = longer;
      if (!grows) return;
      const map = scene.layout();
      scene = createReplayScene(track.caseIds.length);
      if (map) scene.resize(map);
      settle(at, null);
    },
  };
}
