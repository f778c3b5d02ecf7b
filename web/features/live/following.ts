/** Whose picture this page follows: their stage and camera, until this hand moves something itself. */
import { nudgeTo } from '#web/features/viewer/looking.ts';
import { player } from '#web/features/viewer/player.ts';
import { type Reviewer, reviewers } from '#web/lib/live.ts';
import { createStore, type Store } from '#web/lib/store.ts';

export const following: Store<string | null> = createStore<string | null>(null);

/** What this page was last brought to by following; a difference from it is the person's own doing. */
type Brought = { stage: number; camera: readonly number[] };
let brought: Brought | null = null;

export function bring({ here: { stage, camera } }: Reviewer): void {
  brought = { stage: Math.round(stage), camera };
  if (Math.round(player.stage()) !== brought.stage) player.go(stage);
  const [azimuth = 0, elevation = 0, distance = 0] = camera;
  nudgeTo({ azimuth, elevation, distance });
}

const near = (a: number, b: number, most: number) => Math.abs(a - b) <= most;

/** Whether what is shown is what following brought: a person who turns the picture has left the one they follow. */
export function isBrought(stage: number, camera: readonly number[]): boolean {
  if (!brought) return true;
  return (
    near(stage, brought.stage, 0.01) &&
    near(camera[0] ?? 0, brought.camera[0] ?? 0, 1) &&
    near(camera[1] ?? 0, brought.camera[1] ?? 0, 1) &&
    near(camera[2] ?? 0, brought.camera[2] ?? 0, 2)
  );
}

export function follow(id: string | null): void {
  brought = null;
  following.set(id);
  const reviewer = id === null ? undefined : reviewers.get().get(id);
  if (reviewer) bring(reviewer);
}
