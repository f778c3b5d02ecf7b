/**
 * The one place at which a shared plan is drawn in 3D, fetched when somebody asks for it. Today it shows the picture of
 * the nearest stage, as it will where there is no WebGL; `scene-draws.ts` says when pages offer it.
 */

import { posterHeight, posterWidth } from './Strip.tsx';
import styles from './scene.module.css';

export type SceneProps = {
  /** Address of plan.json, as the link gives it. */
  bundleUrl: string;
  /** Address of a GLB that plan.json names by its hash. */
  partUrl: (sha256: string) => string;
  stage: number;
  onStage: (stage: number) => void;
  /** Stages that have a picture. */
  posters: readonly number[];
  /** What is seen, in words. */
  label: string;
};

export const posterUrl = (bundleUrl: string, stage: number): string =>
  bundleUrl.replace(/plan\.json$/, `poster-${stage}.webp`);

/** The stage with a picture that lies nearest; the earlier one of two. */
export const nearest = (posters: readonly number[], stage: number): number =>
  posters.reduce(
    (best, one) => (Math.abs(one - stage) < Math.abs(best - stage) ? one : best),
    posters[0] ?? 0,
  );

export default function Scene({ bundleUrl, stage, posters, label }: SceneProps) {
  return (
    <img
      className={styles.picture}
      src={posterUrl(bundleUrl, nearest(posters, stage))}
      width={posterWidth}
      height={posterHeight}
      alt={label}
    />
  );
}
