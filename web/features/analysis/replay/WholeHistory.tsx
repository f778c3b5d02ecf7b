/** A whole history of which only some months are loaded: hourly or daily counts, and the range of the loaded part. */
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { barsPath, stripHeight } from './HistoryStrip.tsx';
import { dayMs, type TimeRange } from './playhead.ts';
import styles from './replay.module.css';
import { moveCountsOverTimeQuery } from './replay-queries.ts';
import { pointerPositionIn } from './useDotUnderPointer.ts';
import { useElementWidth } from './useElementWidth.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';

type Props = {
  /** The whole history, and its loaded part. */
  whole: TimeRange;
  loaded: TimeRange;
  /** Loads the months around a moment. */
  onFar: (at: number) => void;
};

export function WholeHistory({ whole, loaded, onFar }: Props) {
  const { t } = useTranslation('analysis');
  const words = useReplayFormatters();
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const { data: moves = [] } = useQuery(moveCountsOverTimeQuery(whole));
  const shareOf = (at: number) => (at - whole.start) / Math.max(1, whole.end - whole.start);
  const percent = (at: number) => `${Math.max(0, Math.min(1, shareOf(at))) * 100}%`;
  const press = (event: MouseEvent) =>
    onFar(whole.start + (pointerPositionIn(event).x / Math.max(1, width)) * (whole.end - whole.start));
  const part = { '--from': percent(loaded.start), '--to': percent(loaded.end) } as React.CSSProperties;
  return (
    <section className={styles.whole} aria-label={t('replay.whole.title')}>
      <p className="t-small t-2">
        {t('replay.whole.part', { from: words.moment(loaded.start), to: words.moment(loaded.end) })}
      </p>
      {/* Chooses a month by mouse. The buttons below do the same by keyboard. */}
      <div ref={box} className={styles.wholeStrip} style={part} onClick={press} aria-hidden="true">
        <svg width={width} height={stripHeight} aria-hidden="true">
          <path className={styles.bars} d={barsPath(moves, width)} />
        </svg>
        <span className={styles.loaded} />
      </div>
      <span className={styles.wholeSteps}>
        <Button
          size="small"
          icon={<ChevronLeft />}
          disabled={loaded.start <= whole.start}
          onPress={() => onFar(loaded.start - dayMs)}
        >
          {t('replay.whole.earlier')}
        </Button>
        <Button
          size="small"
          icon={<ChevronRight />}
          disabled={loaded.end >= whole.end}
          onPress={() => onFar(loaded.end + dayMs)}
        >
          {t('replay.whole.later')}
        </Button>
      </span>
    </section>
  );
}
