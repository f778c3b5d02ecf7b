/** The screen's frames as a port, so that tests decide when a frame comes. */

export type FrameScheduler = {
  /** Passes the time in ms, like requestAnimationFrame. */
  request(next: (now: number) => void): number;
  cancel(handle: number): void;
  /** Whether the user prefers reduced motion. */
  still(): boolean;
};

export const browserFrames: FrameScheduler = {
  request: next => requestAnimationFrame(next),
  cancel: handle => cancelAnimationFrame(handle),
  still: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
};
