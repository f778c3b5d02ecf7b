/** Colliding pairs of teeth: the aligners and the depth. */
import { useAtomValue } from 'jotai/react';
import { useTranslation } from 'react-i18next';
import {
  type CollidingPair,
  type ContactReport,
  collidingPairs,
  minCollisionDepthMm,
  type StageContacts,
} from '#events/plan/contacts.ts';
import { chosenToothAtom } from '#web/features/viewer/viewer-state.ts';
import { formatNumberRanges } from './caps.ts';
import { formatHundredths, toothPairText } from './contact-text.ts';
import styles from './contacts.module.css';
import measures from './measures.module.css';
import { ToothPairButton } from './ToothPairButton.tsx';

const box = { height: 28, width: 240 };

/** Bar chart of the deepest collision per aligner; the line is the displayed stage. */
function Strip({ stages, shown }: { stages: readonly StageContacts[]; shown: number }) {
  const depths = stages.map(({ collisions }) => collisions[0]?.mm ?? 0);
  const most = Math.max(...depths, 4 * minCollisionDepthMm);
  const step = box.width / depths.length;
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles.ground} x={0} y={box.height - 1} width={box.width} height={1} />
      <rect className={styles.here} x={step * (shown + 0.5) - 0.5} y={0} width={1} height={box.height} />
      {depths.map((mm, stage) => {
        const height = (mm / most) * (box.height - 2);
        const place = { x: step * (stage + 0.15), y: box.height - 1 - height };
        // The array index is the stage number.
        return <rect key={String(stage)} {...place} width={0.7 * step} height={height} />;
      })}
    </svg>
  );
}

export function CollisionList({ report, shown }: { report: ContactReport; shown: number }) {
  const { t } = useTranslation('review');
  const chosen = useAtomValue(chosenToothAtom);
  const pairs = collidingPairs(report);
  const now = (pair: CollidingPair) =>
    report.stages[shown]?.collisions.find(({ teeth }) => teeth.join() === pair.teeth.join())?.mm;
  if (pairs.length === 0)
    return <p className={measures.quiet}>{t('contacts.noCollision', { mm: minCollisionDepthMm })}</p>;
  return (
    <>
      <Strip stages={report.stages} shown={shown} />
      <table className={styles.table}>
        <caption className="visually-hidden">{t('contacts.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('contacts.pair')}</th>
            <th scope="col">{t('contacts.now')}</th>
            <th scope="col">{t('contacts.deepest')}</th>
            <th scope="col">{t('contacts.stages')}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(pair => {
            const [name, mm] = [toothPairText(pair.teeth, pair.kind), now(pair)];
            return (
              <tr key={name} data-chosen={chosen && pair.teeth.includes(chosen) ? '' : undefined}>
                <th scope="row">
                  <ToothPairButton
                    label={t('contacts.show', { pair: name, stage: pair.deepest })}
                    teeth={pair.teeth}
                    stage={pair.deepest}
                  >
                    {name}
                  </ToothPairButton>
                </th>
                <td data-red={mm === undefined ? undefined : ''}>
                  {mm === undefined ? '–' : formatHundredths(mm)}
                </td>
                <td>{formatHundredths(pair.mm)}</td>
                <td className="t-2">{formatNumberRanges(pair.stages)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
