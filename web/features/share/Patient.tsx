/** What a patient moves the picture with: from where it is looked at, the gums, now and the goal, the stages. */
import { useAtomValue } from 'jotai/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { layerShown, toggleLayer } from '#web/features/viewer/layers.ts';
import { PlaybackBar } from '#web/features/viewer/PlaybackBar.tsx';
import { player } from '#web/features/viewer/player.ts';
import { Scrubber } from '#web/features/viewer/Scrubber.tsx';
import { shownStage } from '#web/features/viewer/state.ts';
import { goTo, shownView } from '#web/features/viewer/view-state.ts';
import type { ViewProps } from './mount.tsx';
import { type Switch, Switches } from './Switches.tsx';
import styles from './scene.module.css';

const sides = ['front', 'right', 'left', 'upper', 'lower'] as const;

/** Views and gums; and both ends of the treatment, which are what is asked for first. */
function Choices({ last }: { last: number }) {
  const { t } = useTranslation('viewer');
  const now = useAtomValue(shownView);
  const stage = useAtomValue(shownStage);
  const gums = useAtomValue(layerShown.gums);
  const looks = sides.map(
    (side): Switch => ({
      name: side,
      label: t(`plain.${side}`),
      on: now === side,
      press: () => goTo(side),
    }),
  );
  return (
    <div className={styles.choices}>
      <Switches
        label={t('plain.ends')}
        list={[
          { name: 'before', label: t('plain.before'), on: stage === 0, press: () => player.go(0) },
          { name: 'after', label: t('plain.after'), on: stage === last, press: () => player.go(last) },
        ]}
      />
      <Switches label={t('views')} list={looks} />
      <Switches
        label={t('layers')}
        list={[{ name: 'gums', label: t('act.gums'), on: gums, press: () => toggleLayer('gums') }]}
      />
    </div>
  );
}

export function View({ shown: bundle }: ViewProps<PlanBundle>) {
  const { t } = useTranslation('viewer');
  const last = lastStage(bundle);
  useEffect(() => player.lengthen(last), [last]);
  return (
    <section className={styles.patient} aria-label={t('viewer')}>
      <Choices last={last} />
      <div className={styles.stages}>
        <PlaybackBar bundle={bundle} />
        <Scrubber bundle={bundle} />
      </div>
    </section>
  );
}
