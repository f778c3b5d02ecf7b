/** One queue over the whole history: its length, and its facts at the moment. */
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '#events/case/status.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { seek } from './playhead.ts';
import { countArrivalsAndDepartures, queueLengthsOverRange, waitsByStation } from './queue-facts.ts';
import { stationTextKey } from './ReplayMap.tsx';
import styles from './replay.module.css';
import type { ReplayPlayer } from './replay-player.ts';
import { pointerPositionIn } from './useDotUnderPointer.ts';
import { useElementWidth } from './useElementWidth.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';
import { usePlayerSnapshot } from './useReplayPlayer.ts';

const height = 88;
/** Width of a sample in px. */
const sampleWidth = 3;

/** Moves a vertical line with the playhead, without React. */
export function usePlayheadLine(
  player: ReplayPlayer,
  line: React.RefObject<SVGElement | HTMLElement | null>,
  width: number,
): void {
  useEffect(() => {
    const move = () => {
      const { head, range } = { head: player.head(), range: player.shown().range };
      const share = (head.at - range.start) / Math.max(1, range.end - range.start);
      line.current?.style.setProperty('--at', `${share * width}px`);
    };
    move();
    const ends = [player.onFrame(move), player.onShown(move)];
    return () => {
      for (const end of ends) end();
    };
  }, [player, line, width]);
}

/** SVG path of a line over evenly spread values. */
function lineOf(values: readonly number[], width: number, most: number): string {
  const step = width / Math.max(1, values.length - 1);
  const y = (value: number) => (height - 4 - (value / most) * (height - 12)).toFixed(1);
  return values.map((value, i) => `${i === 0 ? 'M' : 'L'}${(i * step).toFixed(1)} ${y(value)}`).join('');
}

function QueueLine({ player, station }: { player: ReplayPlayer; station: Status }) {
  const { t } = useTranslation(['analysis', 'case']);
  const words = useReplayFormatters();
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<SVGLineElement>(null);
  const width = useElementWidth(box);
  const { track } = usePlayerSnapshot(player);
  const values = useMemo(
    () => queueLengthsOverRange(track, station, Math.max(2, Math.floor(width / sampleWidth))),
    [track, station, width],
  );
  usePlayheadLine(player, line, width);
  const most = Math.max(1, ...values);
  const path = lineOf(values, width, most);
  return (
    <div ref={box} className={styles.year}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the slider of the strip does the same by keyboard */}
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={t('replay.overHistory', { queue: t(stationTextKey(station)), most: words.count(most) })}
        onClick={event => {
          const { x } = pointerPositionIn(event);
          player.change((head, range) =>
            seek(head, range, range.start + (x / width) * (range.end - range.start)),
          );
        }}
      >
        <path className={styles.yearArea} d={`${path}V${height}H0Z`} />
        <path className={styles.yearLine} d={path} />
        <line ref={line} className={styles.yearNow} y1={0} y2={height} />
      </svg>
      <span className={`num t-mini ${styles.yearMost}`}>{words.count(most)}</span>
    </div>
  );
}

/** @param onList opens the list of the cases that were at the station at that moment */
export function QueueHistory({
  player,
  station,
  onList,
}: {
  player: ReplayPlayer;
  station: Status;
  onList: () => void;
}) {
  const { t } = useTranslation(['analysis', 'case']);
  const words = useReplayFormatters();
  const { track, head } = usePlayerSnapshot(player);
  const waits = useMemo(() => waitsByStation(track, head.at).get(station), [track, head.at, station]);
  const { came, left } = useMemo(
    () => countArrivalsAndDepartures(track, station, head.at),
    [track, head.at, station],
  );
  return (
    <Panel
      title={t('replay.queueOf', { queue: t(stationTextKey(station)) })}
      count={words.count(waits?.count ?? 0)}
      action={
        <Button size="small" onPress={onList}>
          {t('replay.whoStood')}
        </Button>
      }
    >
      <QueueLine player={player} station={station} />
      <dl className={styles.facts}>
        {(
          [
            ['oldest', words.wait(waits?.oldest ?? null)],
            ['median', words.wait(waits?.median ?? null)],
            ['came', words.count(came)],
            ['left', words.count(left)],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`replay.${name}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
