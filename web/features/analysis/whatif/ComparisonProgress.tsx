/** A comparison that is waiting or running. */
import { useTranslation } from 'react-i18next';
import type { WhatIfItem } from '#services/api/answers.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { useWhatIfFormatters } from './useWhatIfFormatters.ts';
import styles from './whatif.module.css';

const PERCENT = 100;

type Props = { run: WhatIfItem; isBusy: boolean; onCancel: () => void };

export function ComparisonProgress({ run, isBusy, onCancel }: Props) {
  const { t } = useTranslation('analysis');
  const { version } = useWhatIfFormatters();
  const { progress } = run;
  const share = progress && Math.round(progress.share * PERCENT);
  return (
    <Panel title={t('whatif.running', { version: version(run) })}>
      <div className={styles.progress}>
        <ProgressBar
          label={t(progress ? `whatif.step.${progress.step}` : 'whatif.state.waiting')}
          value={share}
          text={share === null ? undefined : `${share} %`}
        />
        <Button onPress={onCancel} disabled={isBusy}>
          {t('whatif.cancel')}
        </Button>
      </div>
    </Panel>
  );
}
