/**
 * Text equivalent of the picture: position of each tooth at the stage shown, for screen readers and search.
 */
import { useAtomValue } from 'jotai/react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { alignerTasksAt } from '#events/plan/aligner-tasks.ts';
import { type BundleTooth, isToothPresent, lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { movementOf } from '#events/plan/movement.ts';
import { inScreenOrder } from '#events/tooth/fdi.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { movedAxes, movementText } from './movement-text.ts';
import { IsTargetContext } from './useStageNameFormatter.ts';
import styles from './viewer.module.css';
import { shownStageAtom } from './viewer-state.ts';

export function PlanAsText({ bundle }: { bundle: PlanBundle }) {
  const { t } = useTranslation('viewer');
  const stage = useAtomValue(shownStageAtom);
  const last = lastStage(bundle);
  const ofTarget = useContext(IsTargetContext);
  const which = () => {
    if (ofTarget) return t(stage === 0 ? 'twinStartOfTarget' : 'twinGoal');
    return stage === 0 ? t('twinStart', { last }) : t('twinStage', { stage, last });
  };
  const { ipr, bond, remove } = alignerTasksAt(bundle, stage);
  const wordsOf = (tooth: BundleTooth): string | undefined => {
    const { fdi, from = 0, to = Infinity } = tooth;
    if (stage < from) return t('twinNotYet', { tooth: fdi, stage: from });
    if (!isToothPresent(tooth, stage)) return t('twinGone', { tooth: fdi, stage: to + 1 });
    const movement = movementOf(tooth, 0, stage);
    const moves = movedAxes(movement).map(axis => movementText(t, axis, movement[axis]));
    return moves.length > 0 ? t('twinTooth', { tooth: fdi, moves: moves.join(t('listComma')) }) : undefined;
  };
  const lines = inScreenOrder(bundle.teeth.map(({ fdi }) => fdi)).flatMap(fdi => {
    const tooth = bundle.teeth.find(one => one.fdi === fdi);
    const words = tooth && wordsOf(tooth);
    return words ? [{ fdi, words }] : [];
  });
  return (
    <Disclosure summary={t('twin')}>
      <div className={styles.twin}>
        <p>{which()}</p>
        {ipr.length + bond.length + remove.length > 0 && (
          <p>
            {[
              ...ipr.map(({ contact, mm }) => t('twinIpr', { contact: contact.replace('-', '/'), mm })),
              ...bond.map(({ tooth }) => t('twinBond', { tooth })),
              ...remove.map(({ tooth }) => t('twinRemove', { tooth })),
            ].join(t('listComma'))}
          </p>
        )}
        <ul>
          {lines.map(({ fdi, words }) => (
            <li key={fdi}>{words}</li>
          ))}
        </ul>
      </div>
    </Disclosure>
  );
}
