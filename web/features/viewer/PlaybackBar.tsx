/** Number of the aligner shown, and the buttons that step and play. */
import { useAtomValue } from 'jotai/react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useCallback, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { player } from './player.ts';
import { shownStage } from './state.ts';
import { IsTarget } from './useStageWords.ts';
import styles from './viewer.module.css';
import { keyOf, runAct } from './viewer-acts.ts';

/**
 * Number of the aligner in sight: the one shown at rest, or the passing one during playback. Updates the DOM
 * without React, so that playback renders no component.
 */
function CurrentStage({ last }: { last: number }) {
  const { t } = useTranslation('viewer');
  const rests = useAtomValue(shownStage);
  const number = useRef<HTMLElement>(null);
  const word = useRef<HTMLSpanElement>(null);
  const ofTarget = useContext(IsTarget);
  const aligner = t(ofTarget ? 'goal' : 'aligner');
  const wordOf = useCallback((stage: number) => (stage === 0 ? t('start') : aligner), [t, aligner]);
  useEffect(
    () =>
      player.subscribe(() => {
        if (!screenStore.get(player.playing)) return;
        const [digits, name] = [number.current?.firstChild, word.current?.firstChild];
        const stage = Math.round(player.stage());
        if (digits) digits.nodeValue = String(stage);
        if (name) name.nodeValue = wordOf(stage);
      }),
    [wordOf],
  );
  return (
    <p className={styles.which} data-of-target={ofTarget ? '' : undefined}>
      <b ref={number} className="num">
        {rests}
      </b>{' '}
      <span className="num t-2">/ {last}</span>
      <span ref={word} className="t-small t-2">
        {wordOf(rests)}
      </span>
    </p>
  );
}

export function PlaybackBar({ bundle }: { bundle: PlanBundle }) {
  const { t } = useTranslation('viewer');
  const playing = useAtomValue(player.playing);
  const speed = useAtomValue(player.speed);
  const ofTarget = useContext(IsTarget);
  const marked = (['attachment', 'ipr'] as const).filter(
    kind => (kind === 'ipr' ? bundle.ipr : bundle.attachments).length > 0,
  );
  return (
    <div className={styles.playing}>
      <CurrentStage last={lastStage(bundle)} />
      <div className={styles.buttons}>
        <IconButton
          variant="outline"
          label={t(ofTarget ? 'act.first' : 'act.previous')}
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
          label={t(ofTarget ? 'act.last' : 'act.next')}
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
