/** A patient's controls of the picture: views, gums, start and goal, stages. */
import { useAtomValue } from 'jotai/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { layerVisibilityAtoms, toggleLayer } from '#web/features/viewer/layers.ts';
import { PlaybackBar } from '#web/features/viewer/PlaybackBar.tsx';
import { player } from '#web/features/viewer/player.ts';
import { StageScrubber } from '#web/features/viewer/StageScrubber.tsx';
import { goToView, shownViewAtom } from '#web/features/viewer/view-state.ts';
import { shownStageAtom } from '#web/features/viewer/viewer-state.ts';
import type { SharedViewProps } from './mount.tsx';
import styles from './scene.module.css';
import { ToggleButtons, type ToggleOption } from './ToggleButtons.tsx';

const sides = ['front', 'right', 'left', 'upper', 'lower'] as const;

/** Views, gums, and the buttons for both ends of the treatment, which patients ask for first. */
function Choices({ last }: { last: number }) {
  const { t } = useTranslation('viewer');
  const now = useAtomValue(shownViewAtom);
  const stage = useAtomValue(shownStageAtom);
  const gums = useAtomValue(layerVisibilityAtoms.gums);
  const looks = sides.map(
    (side): ToggleOption => ({
      name: side,
      label: t(`plain.${side}`),
      on: now === side,
      press: () => goToView(side),
    }),
  );
  return (
    <div className={styles.choices}>
      <ToggleButtons
        label={t('plain.ends')}
        list={[
          { name: 'before', label: t('plain.before'), on: stage === 0, press: () => player.go(0) },
          { name: 'after', label: t('plain.after'), on: stage === last, press: () => player.go(last) },
        ]}
      />
      <ToggleButtons label={t('views')} list={looks} />
      <ToggleButtons
        label={t('layers')}
        list={[{ name: 'gums', label: t('act.gums'), on: gums, press: () => toggleLayer('gums') }]}
      />
    </div>
  );
}

export function PatientControls({ shown: bundle }: SharedViewProps<PlanBundle>) {
  const { t } = useTranslation('viewer');
  const last = lastStage(bundle);
  useEffect(() => player.lengthen(last), [last]);
  return (
    <section className={styles.patient} aria-label={t('viewer')}>
      <Choices last={last} />
      <div className={styles.stages}>
        <PlaybackBar bundle={bundle} />
        <StageScrubber bundle={bundle} />
      </div>
    </section>
  );
}
