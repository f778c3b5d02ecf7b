/** A shared plan for a colleague: the full 3D viewer, with the link's information per stage. */

import { MovementTable } from '#web/features/viewer/MovementTable.tsx';
import { PlanAsText } from '#web/features/viewer/PlanAsText.tsx';
import { StageTasks } from '#web/features/viewer/StageTasks.tsx';
import { Viewer } from '#web/features/viewer/Viewer.tsx';
import type { SharedViewProps } from './mount.tsx';
import styles from './scene.module.css';
import { type SharedPlan, useSharedPlan } from './useSharedPlan.ts';

export function SharedPlanView(props: SharedViewProps<SharedPlan>) {
  const source = useSharedPlan(props);
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
        <PlanAsText bundle={bundle} />
      </div>
    </div>
  );
}
