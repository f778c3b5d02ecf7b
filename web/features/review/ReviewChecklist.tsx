/** The reviewer's checklist; the ticked points are sent with the review. */
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReviewPoint, reviewPointsFor } from '#events/plan/review-points.ts';
import { IsTargetContext } from '#web/features/viewer/useStageNameFormatter.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './review.module.css';

export const checklistId = 'checklist';

type Props = {
  checked: ReadonlySet<ReviewPoint>;
  onChange: (checked: ReadonlySet<ReviewPoint>) => void;
  /** Known values to show next to the points. */
  values?: Partial<Record<ReviewPoint, string>>;
};

export function ReviewChecklist({ checked, onChange, values = {} }: Props) {
  const { t } = useTranslation('review');
  const points = reviewPointsFor(useContext(IsTargetContext));
  const tick = (point: ReviewPoint, on: boolean) => {
    const next = new Set(checked);
    if (on) next.add(point);
    else next.delete(point);
    onChange(next);
  };
  return (
    <Panel
      title={t('checklist')}
      count={`${points.filter(point => checked.has(point)).length} / ${points.length}`}
      note={Object.keys(values).length > 0 && t('atGoal')}
      id={checklistId}
      unfolded
    >
      <ul className={styles.points}>
        {points.map(point => (
          <li key={point}>
            <Checkbox checked={checked.has(point)} onChange={on => tick(point, on)}>
              {t(`point.${point}`)}
            </Checkbox>
            {values[point] && <span className={styles.value}>{values[point]}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
