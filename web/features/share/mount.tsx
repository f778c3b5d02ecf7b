/** Puts the 3D view into a page that was rendered without script, in place of its pictures; its slider comes along. */
import { lazy, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import styles from './scene.module.css';

const Scene = lazy(() => import('./Scene.tsx'));

export type Shown = {
  /** `/api/shares/{key}/files` */
  files: string;
  posters: readonly number[];
  /** "Stage {stage} of {last}" in the page's language. */
  words: (stage: number) => string;
};

function Shared({ files, posters, words }: Shown) {
  const [stage, setStage] = useState(posters[0] ?? 0);
  return (
    <Suspense fallback={null}>
      <Scene
        bundleUrl={`${files}/plan.json`}
        partUrl={sha256 => `${files}/${sha256}.glb`}
        stage={stage}
        onStage={setStage}
        posters={posters}
        label={words(stage)}
      />
      <label className={styles.stage}>
        {words(stage)}
        <input
          type="range"
          min={0}
          max={posters.at(-1) ?? 0}
          value={stage}
          onChange={event => setStage(Number(event.target.value))}
        />
      </label>
    </Suspense>
  );
}

export function mountScene(into: HTMLElement, shown: Shown): void {
  createRoot(into).render(<Shared {...shown} />);
}
