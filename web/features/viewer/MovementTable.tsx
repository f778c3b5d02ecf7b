/**
 * Table of each tooth's movement in six degrees of freedom: since the start, or with this aligner alone. At
 * the start it shows the movement to the goal.
 */
import { useAtomValue } from 'jotai/react';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BundleTooth, lastStage, type PlanBundle, teethPresentAt } from '#events/plan/bundle.ts';
import {
  type Movement,
  type MovementAxis,
  movementAxes,
  movementOf,
  unitOfAxis,
} from '#events/plan/movement.ts';
import { axesOverCap, type MovementCaps, velocityAt } from '#events/plan/velocity.ts';
import { type Fdi, inScreenOrder } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { isVisibleMovement, movedAxes, signedAmountText, visibleThreshold } from './movement-text.ts';
import { IsTargetContext } from './useStageNameFormatter.ts';
import styles from './viewer.module.css';
import { chosenToothAtom, shownStageAtom } from './viewer-state.ts';

/** Number of teeth shown by default: those that move most. */
const defaultRowCount = 8;

/** Total movement, in multiples of the smallest visible movement. */
const sizeOf = (movement: Movement) =>
  movementAxes.reduce((sum, axis) => sum + Math.abs(movement[axis]) / visibleThreshold[unitOfAxis(axis)], 0);

const none: MovementCaps = { step: null, angle: null };

/** Returns the axes on which a tooth moves faster than prescribed, at any aligner after `from` up to `to`. */
export function axesFasterThanPrescribed(
  tooth: BundleTooth,
  from: number,
  to: number,
  caps: MovementCaps,
): ReadonlySet<MovementAxis> {
  if (caps.step === null && caps.angle === null) return new Set();
  const stages = Array.from({ length: to - from }, (_, i) => from + i + 1);
  return new Set(stages.flatMap(stage => axesOverCap(velocityAt(tooth, stage), caps)));
}

type MovementRow = { fdi: Fdi; movement: Movement; fast: ReadonlySet<MovementAxis> };

/** The movement of every tooth present at stage `to`, in the order of the screen. */
function movementRows(bundle: PlanBundle, from: number, to: number, caps: MovementCaps): MovementRow[] {
  const there = teethPresentAt(bundle, to);
  return inScreenOrder(there.map(({ fdi }) => fdi)).flatMap(fdi => {
    const tooth = there.find(one => one.fdi === fdi);
    return tooth
      ? [
          {
            fdi,
            movement: movementOf(tooth, from, to),
            fast: axesFasterThanPrescribed(tooth, from, to, caps),
          },
        ]
      : [];
  });
}

/** Names the teeth whose axes a technician corrected: their movement is given along the corrected axes. */
function ByHand({ bundle }: { bundle: PlanBundle }) {
  const { t } = useTranslation('viewer');
  const teeth = bundle.teeth.flatMap(({ fdi, turned }) =>
    turned ? [`${fdi} (${turned > 0 ? '+' : '−'}${Math.abs(turned)}°)`] : [],
  );
  return teeth.length === 0 ? null : (
    <p className={styles.none}>{t('axesByHand', { teeth: teeth.join(', '), count: teeth.length })}</p>
  );
}

/**
 * @param caps maximum movement per aligner by the prescription; faster axes are marked. Unlimited by default
 */
export function MovementTable({ bundle, caps = none }: { bundle: PlanBundle; caps?: MovementCaps }) {
  const { t } = useTranslation('viewer');
  const stage = useAtomValue(shownStageAtom);
  const chosen = useAtomValue(chosenToothAtom);
  const ofTarget = useContext(IsTargetContext);
  const [span, setSpan] = useState<'total' | 'step'>('total');
  const [all, setAll] = useState(false);
  // At the start nothing has moved, so the table shows the whole treatment.
  const whole = stage === 0;
  const to = whole ? lastStage(bundle) : stage;
  const step = span === 'step' && !whole;
  const rows = movementRows(bundle, step ? stage - 1 : 0, to, caps);
  const moved = rows.filter(({ movement }) => movedAxes(movement).length > 0);
  const most = new Set(
    moved.toSorted((a, b) => sizeOf(b.movement) - sizeOf(a.movement)).slice(0, defaultRowCount),
  );
  const shown = all ? rows : moved.filter(row => most.has(row));
  const noteOf = () => {
    if (ofTarget || whole) return t('movedToGoal');
    return t(step ? 'movedStep' : 'movedFrom', { stage });
  };
  return (
    <Panel
      title={t(whole ? 'movedWhole' : 'moved')}
      note={noteOf()}
      action={
        !ofTarget &&
        !whole && (
          <span className={styles.span}>
            <SegmentedControl
              label={t('movedSpan')}
              hideLabel
              size="small"
              value={span}
              onChange={setSpan}
              options={[
                { value: 'total', label: t('spanTotal') },
                { value: 'step', label: t('spanStep') },
              ]}
            />
          </span>
        )
      }
      flush
    >
      <table className={styles.moves}>
        <caption className="visually-hidden">{t('movedCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('tooth')}</th>
            {movementAxes.map(axis => (
              <th key={axis} scope="col" title={t(`axisLong.${axis}`)}>
                {t(`axis.${axis}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ fdi, movement, fast }) => (
            <tr key={fdi} data-chosen={fdi === chosen ? '' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.toothLink}
                  aria-label={t('showTooth', { tooth: fdi })}
                  aria-pressed={fdi === chosen}
                  onClick={() => screenStore.set(chosenToothAtom, fdi === chosen ? null : fdi)}
                >
                  {fdi}
                </button>
              </th>
              {movementAxes.map(axis => (
                <td
                  key={axis}
                  data-none={isVisibleMovement(axis, movement[axis]) ? undefined : ''}
                  data-over={fast.has(axis) ? '' : undefined}
                  title={fast.has(axis) ? t('movedFast') : undefined}
                >
                  {signedAmountText(axis, movement[axis], step ? 2 : 1)}
                  {fast.has(axis) && <span className="visually-hidden"> {t('movedFast')}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className={styles.none}>{t(whole ? 'movedNoneWhole' : 'movedNone')}</p>}
      <ByHand bundle={bundle} />
      {rows.length > defaultRowCount && (
        <p className={styles.more}>
          <Button size="small" variant="quiet" onPress={() => setAll(!all)}>
            {all ? t('movedFew') : t('movedAll', { count: rows.length })}
          </Button>
        </p>
      )}
    </Panel>
  );
}
