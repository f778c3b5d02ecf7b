/** The lifecycle as a map: a disc for each status, a dot for each case. */
import { type MouseEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Track } from '#events/analysis/track.ts';
import { Status } from '#events/case/status.ts';
import { layoutMap, type MapLayout, stationAt } from './map-layout.ts';
import styles from './replay.module.css';
import type { ReplayPlayer } from './replay-player.ts';
import { casesPerDot } from './sunflower.ts';
import { pointerPositionIn, useDotUnderPointer } from './useDotUnderPointer.ts';
import { useElementWidth } from './useElementWidth.ts';
import { trafficShareByEdge, useMapDrawing } from './useMapDrawing.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';
import { usePlayerSnapshot } from './useReplayPlayer.ts';
import { type WaitBandStarts, waitBandStartsOf } from './wait-bands.ts';

/** Word of a station: its status, or all drafts. */
export const stationTextKey = (station: Status): string =>
  station === Status.ToSubmit ? 'case:group.draft' : `case:status.${station}`;

type Props = {
  player: ReplayPlayer;
  chosen: Status | null;
  onQueue: (station: Status) => void;
  /** Opens a case as of the moment that is shown. */
  onCase: (caseId: string) => void;
  /** Name of the map for screen readers. */
  label: string;
};

type LabelsProps = {
  layout: MapLayout;
  player: ReplayPlayer;
  chosen: Status | null;
  onQueue: Props['onQueue'];
};

/** Name and count above each disc; a press opens the list of the queue. */
function StationLabels({ layout, player, chosen, onQueue }: LabelsProps) {
  const { t } = useTranslation(['analysis', 'case']);
  const words = useReplayFormatters();
  usePlayerSnapshot(player);
  // Counts the dots of the scene, not the track, so that the labels match what is drawn.
  const { seating } = player.scene();
  return [...layout.stations.values()].map(station => {
    const { status } = station;
    const count = seating.count(status);
    const bundle = casesPerDot(count);
    const place = {
      '--x': `${station.x}px`,
      '--y': `${station.y - station.radius - layout.labelHeight}px`,
      '--w': `${layout.labelWidth.get(status)}px`,
      '--h': `${layout.labelHeight}px`,
      '--disc': `${2 * station.radius}px`,
    } as React.CSSProperties;
    return (
      <button
        key={status}
        type="button"
        className={styles.station}
        style={place}
        aria-pressed={status === chosen}
        data-empty={count === 0 ? '' : undefined}
        data-station={status}
        onClick={() => onQueue(status)}
      >
        <span className={styles.stationName} title={t(stationTextKey(status))}>
          {t(stationTextKey(status))}
        </span>
        <span className={`num ${styles.stationCount}`}>{words.count(count)}</span>
        {bundle > 1 && <span className={styles.bundle}>{t('replay.bundle', { count: bundle })}</span>}
      </button>
    );
  });
}

/** Facts about the dot under the mouse. */
function DotTip({
  player,
  track,
  dot,
}: {
  player: ReplayPlayer;
  track: Track;
  dot: { caseIndex: number; x: number; y: number };
}) {
  const { t } = useTranslation(['analysis', 'case']);
  const words = useReplayFormatters();
  const { seating } = player.scene();
  const [status, since] = [seating.statusOf[dot.caseIndex] ?? 0, seating.since[dot.caseIndex] ?? 0];
  return (
    <div
      className={styles.tip}
      style={{ '--x': `${dot.x}px`, '--y': `${dot.y}px` } as React.CSSProperties}
      aria-hidden="true"
    >
      <b className="num">{track.caseIds[dot.caseIndex]}</b>
      {/* Cast: the scene holds the stations of cases. */}
      <span>{t(stationTextKey(status as Status))}</span>
      <span className="t-2">{t('replay.waitsFor', { wait: words.wait(player.head().at - since) })}</span>
    </div>
  );
}

export function ReplayMap({ player, chosen, onQueue, onCase, label }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const canvases = {
    map: useRef<HTMLCanvasElement>(null),
    dots: useRef<HTMLCanvasElement>(null),
    probe: useRef<HTMLSpanElement>(null),
  };
  const { track } = usePlayerSnapshot(player);
  const width = useElementWidth(box);
  const layout = useMemo(() => (width > 0 ? layoutMap(width) : null), [width]);
  const bandStarts: WaitBandStarts = useMemo(() => waitBandStartsOf(track), [track]);
  const traffic = useMemo(() => trafficShareByEdge(track), [track]);
  useMapDrawing(canvases, { player, layout, bandStarts, traffic, chosen });
  const { dot, ...pointer } = useDotUnderPointer(player);
  const press = (event: MouseEvent) => {
    const caseId = dot && track.caseIds[dot.caseIndex];
    if (caseId) return onCase(caseId);
    const { x, y } = pointerPositionIn(event);
    const station = layout && stationAt(layout, x, y);
    if (station) onQueue(station.status);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={box}
      className={styles.map}
      style={{ '--map-height': `${layout?.height ?? 0}px` } as React.CSSProperties}
      role="group"
      aria-label={label}
    >
      <span ref={canvases.probe} className={styles.probe} />
      {/* Opens a case by mouse. The labels, the list of a queue and the table do the same by keyboard and for screen
          readers. */}
      <div aria-hidden="true">
        <canvas ref={canvases.map} />
        <canvas
          ref={canvases.dots}
          data-dot={dot ? '' : undefined}
          onClick={press}
          onPointerMove={pointer.onPointerMove}
          onPointerLeave={pointer.onPointerLeave}
        />
      </div>
      {layout && <StationLabels layout={layout} player={player} chosen={chosen} onQueue={onQueue} />}
      {dot && <DotTip player={player} track={track} dot={dot} />}
    </div>
  );
}
