/** Number of the aligner shown, and the buttons that step and play. */
import { useAtomValue } from 'jotai/react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useCallback, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { player } from './player.ts';
import { IsTargetContext } from './useStageNameFormatter.ts';
import styles from './viewer.module.css';
import { runViewerAction, viewerActionKey } from './viewer-actions.ts';
import { shownStageAtom } from './viewer-state.ts';

/**
 * Number of the displayed aligner, also during playback. Updates the DOM without React, so that playback
 * renders no component.
 */
function CurrentStage({ last }: { last: number }) {
  const { t } = useTranslation('viewer');
  const rests = useAtomValue(shownStageAtom);
  const number = useRef<HTMLElement>(null);
  const word = useRef<HTMLSpanElement>(null);
  const ofTarget = useContext(IsTargetContext);
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
  const ofTarget = useContext(IsTargetContext);
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
          shortcut={viewerActionKey('previous')}
          icon={<ChevronLeft />}
          onPress={() => runViewerAction('previous')}
        />
        <IconButton
          variant="outline"
          label={t(playing ? 'act.pause' : 'act.play')}
          shortcut={viewerActionKey('play')}
          icon={playing ? <Pause /> : <Play />}
          onPress={() => runViewerAction('play')}
        />
        <IconButton
          variant="outline"
          label={t(ofTarget ? 'act.last' : 'act.next')}
          shortcut={viewerActionKey('next')}
          icon={<ChevronRight />}
          onPress={() => runViewerAction('next')}
        />
        <button
          type="button"
          className={styles.speed}
          aria-label={t('speedNow', { speed })}
          title={`${t('act.speed')} · ${viewerActionKey('speed')}`}
          onClick={() => runViewerAction('speed')}
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
