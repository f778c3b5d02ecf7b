/** A shared plan in 3D for a colleague: the whole viewer, and beside it what the link tells of each stage. */

import { MovementTable } from '#web/features/viewer/MovementTable.tsx';
import { Today } from '#web/features/viewer/Today.tsx';
import { Twin } from '#web/features/viewer/Twin.tsx';
import { Viewer } from '#web/features/viewer/Viewer.tsx';
import type { ViewProps } from './mount.tsx';
import styles from './scene.module.css';
import { type SharedPlan, useShared } from './useShared.ts';

export function View(props: ViewProps<SharedPlan>) {
  const source = useShared(props);
  if (!source) return null;
  const { bundle } = source;
  return (
    <div className={styles.colleague} data-wide="">
      <div className={styles.room}>
        <Viewer source={source} onDetail={props.onDetail} />
      </div>
      <div className={styles.beside}>
        <Today bundle={bundle} />
        <MovementTable bundle={bundle} />
        <Twin bundle={bundle} />
      </div>
    </div>
  );
}
