/**
 * The lifecycle's map with the moves that happened: a thicker line for more cases. The statuses are at the same places
 * as in the replay.
 */
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isStatus } from '#events/case/status.ts';
import type { ReportItem } from '#services/api/answers.ts';
import { edgeKey, stationCode } from '../replay/map-edges.ts';
import { type EdgeCurve, layoutMap, type Station } from '../replay/map-layout.ts';
import { stationTextKey } from '../replay/ReplayMap.tsx';
import { useElementWidth } from '../replay/useElementWidth.ts';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import styles from './map.module.css';
import { nameBoxOf } from './name-box.ts';

type MapEdge = ReportItem<'map'>;
type Props = {
  items: readonly MapEdge[];
  /** Moves of fewer cases are not drawn. */
  least: number;
  /** Called after a press on a line or a disc. The tables below do the same by keyboard. */
  onChoose: (edge: MapEdge) => void;
};

/** CSS px of the thinnest and the thickest line. */
const [thin, thick] = [1, 9];

export function ProcessMap({ items, least, onChoose }: Props) {
  const { t } = useTranslation('analysis');
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const layout = useMemo(() => (width > 0 ? layoutMap(width) : null), [width]);
  const edges = items.filter(({ to, cases }) => to !== null && cases >= least);
  const most = Math.max(1, ...edges.map(({ stays }) => stays));
  const stays = new Map(items.filter(({ to }) => to === null).map(item => [stationCode(item.status), item]));
  return (
    <div ref={box} className={styles.map}>
      {layout && (
        <svg
          width={layout.width}
          height={layout.height + layout.labelHeight}
          role="img"
          aria-label={t('map.picture')}
        >
          <defs>
            <marker
              id="move"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="9"
              markerHeight="9"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0 0L8 4L0 8Z" className={styles.head} />
            </marker>
          </defs>
          {edges.map(edge => {
            const curve = layout.curves.get(edgeKey(stationCode(edge.status), stationCode(edge.to ?? 0)));
            return (
              curve && (
                <Line
                  key={`${edge.status} ${edge.to}`}
                  {...{ curve, edge, onChoose }}
                  share={edge.stays / most}
                />
              )
            );
          })}
          {[...layout.stations.values()].map(station => (
            <Disc
              key={station.status}
              station={station}
              item={stays.get(station.status)}
              onChoose={onChoose}
              name={nameBoxOf(layout, station)}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

type LineProps = Pick<Props, 'onChoose'> & { curve: EdgeCurve; edge: MapEdge; share: number };

function Line({ curve, edge, share, onChoose }: LineProps) {
  const { t } = useTranslation('analysis');
  const { number, duration } = useReportFormatters();
  const { x0, y0, controlX, controlY, x1, y1 } = curve;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table below has the same links
    <path
      className={styles.line}
      onClick={() => onChoose(edge)}
      d={`M${x0} ${y0}Q${controlX} ${controlY} ${x1} ${y1}`}
      strokeWidth={thin + (thick - thin) * Math.sqrt(share)}
      markerEnd="url(#move)"
    >
      <title>
        {t('map.edge', {
          ...{ count: edge.stays, stays: number(edge.stays) },
          ...{ calendar: duration(edge.medianS), desk: duration(edge.deskS) },
        })}
      </title>
    </path>
  );
}

type DiscProps = Pick<Props, 'onChoose'> & {
  station: Station;
  item: MapEdge | undefined;
  name: ReturnType<typeof nameBoxOf>;
};

/** A status with the cases that passed it and their median stay. */
function Disc({ station, item, name, onChoose }: DiscProps) {
  const { t } = useTranslation(['analysis', 'case']);
  const { number, duration } = useReportFormatters();
  const { status, x, y, radius } = station;
  if (!isStatus(status)) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table below has the same links
    <g className={styles.disc} data-empty={item ? undefined : ''} onClick={item && (() => onChoose(item))}>
      <circle cx={x} cy={y} r={radius} />
      <foreignObject x={name.x} y={name.y} width={name.width} height={name.height}>
        <div className={styles.name} data-below={name.isBelow ? '' : undefined}>
          <span>{t(stationTextKey(status))}</span>
        </div>
      </foreignObject>
      {item && (
        <>
          <text x={x} y={y - 3}>
            {number(item.cases)}
          </text>
          <text x={x} y={y + 13} className={styles.stay}>
            {duration(item.medianS)}
          </text>
        </>
      )}
    </g>
  );
}
