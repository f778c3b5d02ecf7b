/** The bar at the bottom that moves the whole page through the case's history, event by event. */
import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryItem } from '#projections/history/item.ts';
import { eventLine, eventTone } from '#web/case/event-line.ts';
import { formatMoment } from '#web/lib/format.ts';
import { isNewerPosition } from '#web/lib/merge.ts';
import { areSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import styles from './case.module.css';

type Props = {
  items: readonly HistoryItem[];
  asOf: string | undefined;
  go: (position: string | null) => void;
};

const stepMs = 900;
const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Index of the newest event at a moment: a position, which may be another case's event, or an ISO time. */
function lastEventAt(items: readonly HistoryItem[], asOf: string): number {
  const time = Date.parse(asOf);
  const isPosition = /^\w{1,8}-\d+$/.test(asOf);
  return items.findLastIndex(({ position, at }) =>
    isPosition ? !isNewerPosition(position, asOf) : Date.parse(at) <= time,
  );
}

export function HistoryScrubber({ items, asOf, go }: Props) {
  const { t } = useTranslation(['case', 'rx', 'caseDetail']);
  const [playing, setPlaying] = useState(false);
  const last = items.length - 1;
  const at = asOf === undefined ? last : Math.max(0, lastEventAt(items, asOf));
  const show = (index: number) => {
    const to = Math.max(0, Math.min(last, index));
    go(to === last ? null : (items[to]?.position ?? null));
  };

  useEffect(() => {
    if (!playing) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => show(at + 1), stepMs);
    return () => clearTimeout(timer);
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!areSingleKeysEnabled() || typing(event.target) || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (event.key === ',') show(at - 1);
      if (event.key === '.') show(at + 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  const current = items[at];
  const first = items[0];
  if (!current || !first || last < 1) return null;
  const words = asOf === undefined ? t('caseDetail:now') : formatMoment(current.at);
  return (
    <div className={styles.scrubber} data-past={asOf ? true : undefined}>
      <IconButton
        label={t(playing ? 'case:history.pause' : 'case:history.play')}
        icon={playing ? <Pause /> : <Play />}
        onPress={() => {
          if (!playing && at === last) show(0);
          setPlaying(!playing);
        }}
      />
      <span className="num t-small t-2">{formatMoment(first.at)}</span>
      <span className={styles.track}>
        <span className={styles.ticks} aria-hidden="true">
          {items.map((item, i) => (
            <i
              key={item.id}
              data-tone={eventTone(item)}
              data-on={i <= at || undefined}
              style={{ '--at': i / last } as React.CSSProperties}
            />
          ))}
        </span>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={t('caseDetail:scrubber')}
          aria-valuetext={`${words}: ${eventLine(current, t)}`}
          onChange={event => show(Number(event.target.value))}
        />
      </span>
      <span className="num t-strong">{words}</span>
      <span className="only-wide">
        <Kbd keys="," /> <Kbd keys="." /> <span className="t-small t-2">{t('caseDetail:stepKeys')}</span>
      </span>
      {asOf && (
        <Button size="small" onPress={() => go(null)}>
          {t('case:history.now')}
        </Button>
      )}
    </div>
  );
}
