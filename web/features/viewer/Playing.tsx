/** Which aligner is shown, and the buttons that step and play. */
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { useStore } from '#web/lib/store.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { keyOf, runAct } from './acts.ts';
import { player } from './player.ts';
import { shownStage } from './state.ts';
import styles from './viewer.module.css';

const passed = () => Math.round(player.stage());

/** The aligner in sight: the one that the panels are about, or while it plays the one that passes by. */
function Which({ last }: { last: number }) {
  const { t } = useTranslation('viewer');
  const rests = useStore(shownStage);
  const passes = useSyncExternalStore(player.subscribe, passed, passed);
  const stage = useStore(player.playing, false) ? passes : rests;
  return (
    <p className={styles.which}>
      <b className="num">{stage}</b> <span className="num t-2">/ {last}</span>
      <span className="t-small t-2">{stage === 0 ? t('start') : t('aligner')}</span>
    </p>
  );
}

export function Playing({ bundle }: { bundle: PlanBundle }) {
  const { t } = useTranslation('viewer');
  const playing = useStore(player.playing, false);
  const speed = useStore(player.speed, 1);
  const marked = (['attachment', 'ipr'] as const).filter(
    kind => (kind === 'ipr' ? bundle.ipr : bundle.attachments).length > 0,
  );
  return (
    <div className={styles.playing}>
      <Which last={lastStage(bundle)} />
      <div className={styles.buttons}>
        <IconButton
          variant="outline"
          label={t('act.previous')}
          shortcut={keyOf('previous')}
          icon={<ChevronLeft />}
          onPress={() => runAct('previous')}
        />
        <IconButton
          variant="outline"
          label={t(playing ? 'act.pause' : 'act.play')}
          shortcut={keyOf('play')}
          icon={playing ? <Pause /> : <Play />}
          onPress={() => runAct('play')}
        />
        <IconButton
          variant="outline"
          label={t('act.next')}
          shortcut={keyOf('next')}
          icon={<ChevronRight />}
          onPress={() => runAct('next')}
        />
        <button
          type="button"
          className={styles.speed}
          aria-label={t('speedNow', { speed })}
          title={`${t('act.speed')} · ${keyOf('speed')}`}
          onClick={() => runAct('speed')}
        >
          {speed}×
        </button>
      </div>
      {marked.length > 0 && (
        <ul className={styles.marksLegend}>
          {marked.map(kind => (
            <li key={kind} data-kind={kind}>
              {t(`mark.${kind}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
