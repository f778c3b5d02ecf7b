/**
 * A cube that turns with the camera. A press on a face opens its view. Hidden from assistive technology: the
 * view buttons have the same function.
 */

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { screenStore } from '#web/lib/screen-store.ts';
import type { StandardView } from './camera.ts';
import styles from './cube.module.css';
import { goToView, restingCameraAtom } from './view-state.ts';

/** The cube's faces: the view each one opens, and its CSS position. */
const faces: readonly { view: StandardView; turn: string }[] = [
  { view: 'front', turn: 'translateZ(21px)' },
  { view: 'left', turn: 'rotateY(90deg) translateZ(21px)' },
  { view: 'right', turn: 'rotateY(-90deg) translateZ(21px)' },
  { view: 'upper', turn: 'rotateX(-90deg) translateZ(21px)' },
  { view: 'lower', turn: 'rotateX(90deg) translateZ(21px)' },
];

export function ViewCube() {
  const { t } = useTranslation('viewer');
  const cube = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const turn = () => {
      const { azimuth, elevation } = screenStore.get(restingCameraAtom);
      if (cube.current)
        cube.current.style.transform = `rotateX(${(-elevation).toFixed(1)}deg) rotateY(${(-azimuth).toFixed(1)}deg)`;
    };
    turn();
    return screenStore.sub(restingCameraAtom, turn);
  }, []);
  return (
    <div className={styles.space} aria-hidden="true">
      <div ref={cube} className={styles.cube}>
        {faces.map(({ view, turn }) => (
          <button
            key={view}
            type="button"
            tabIndex={-1}
            className={styles.face}
            style={{ transform: turn }}
            onClick={() => goToView(view)}
          >
            {t(`short.${view}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
