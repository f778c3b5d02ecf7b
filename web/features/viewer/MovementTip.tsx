/** Tooltip at the pointer: the movement of the hovered tooth. */
import { useAtomValue } from 'jotai/react';
import { useTranslation } from 'react-i18next';
import { type PlanBundle, stageCountOf } from '#events/plan/bundle.ts';
import { movementOf } from '#events/plan/movement.ts';
import { archOf } from '#events/tooth/fdi.ts';
import { isMeasuringAtom } from './layers.ts';
import { movedAxes, signedAmountText } from './movement-text.ts';
import { hoveredPointAtom } from './view-state.ts';
import styles from './viewer.module.css';
import { shownStageAtom } from './viewer-state.ts';

const maxRows = 4;

export function MovementTip({ bundle }: { bundle: PlanBundle }) {
  const { t } = useTranslation('viewer');
  const over = useAtomValue(hoveredPointAtom);
  const stage = useAtomValue(shownStageAtom);
  const tooth = bundle.teeth.find(({ fdi }) => fdi === over?.place.tooth);
  const measures = useAtomValue(isMeasuringAtom);
  // While measuring, the tooltip would cover the next point.
  if (!over || !tooth || measures) return null;
  const last = stageCountOf(bundle, archOf(tooth.fdi));
  const [now, goal] = [movementOf(tooth, 0, stage), movementOf(tooth, 0, last)];
  const rows = movedAxes(goal).slice(0, maxRows);
  return (
    <div
      className={styles.tip}
      aria-hidden="true"
      style={{ transform: `translate(${over.x + 18}px, ${over.y + 12}px)` }}
    >
      <p>
        <b className="num">{tooth.fdi}</b> {t('stageOf', { stage: Math.min(stage, last), last })}
      </p>
      {rows.length === 0 ? (
        <p>{t('stays')}</p>
      ) : (
        <dl>
          {rows.map(axis => (
            <div key={axis}>
              <dt>{t(`axisLong.${axis}`)}</dt>
              <dd className="num">
                {signedAmountText(axis, now[axis])} / {signedAmountText(axis, goal[axis])} {t(`unit.${axis}`)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
