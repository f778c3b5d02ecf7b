/** A shared plan in 3D for a colleague: the whole viewer, and beside it what the link tells of each stage. */

import { MovementTable } from '#web/features/viewer/MovementTable.tsx';
import { PlanInWords } from '#web/features/viewer/PlanInWords.tsx';
import { StageTasks } from '#web/features/viewer/StageTasks.tsx';
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
        <StageTasks bundle={bundle} />
        <MovementTable bundle={bundle} />
        <PlanInWords bundle={bundle} />
      </div>
    </div>
  );
}
