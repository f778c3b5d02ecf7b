/** Two moments side by side: the differences first. */
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '#events/case/status.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import { type QueueDifference, queueDifferences, waitsForDoctors } from './comparison.ts';
import { type ChangeContribution, mainContributor } from './main-contributor.ts';
import { seek } from './playhead.ts';
import { statusesOfStation } from './queue-facts.ts';
import { stationTextKey } from './ReplayMap.tsx';
import styles from './replay.module.css';
import type { ReplayPlayer } from './replay-player.ts';
import { ownersInQueueQuery } from './replay-queries.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';
import { usePlayerSnapshot } from './useReplayPlayer.ts';

/** Differences that are listed; smaller ones are in the table of queues. */
const mostListed = 8;

/** Two moments in ms. Owners are only requested while the playhead rests. */
type Moments = { from: number; to: number; resting: boolean };

/** The doctor who causes most of a difference, at a queue that waits for doctors. */
function useMainDoctor(
  { station, before, after }: QueueDifference,
  { from, to, resting }: Moments,
): ChangeContribution | null {
  const enabled = resting && waitsForDoctors(station);
  const statuses = statusesOfStation(station);
  const { data: then } = useQuery({ ...ownersInQueueQuery(statuses, from), enabled });
  const { data: now } = useQuery({ ...ownersInQueueQuery(statuses, to), enabled });
  return enabled && then && now ? mainContributor(then, now, after - before) : null;
}

type RowProps = { difference: QueueDifference; moments: Moments; onQueue: (station: Status) => void };

function DifferenceRow({ difference, moments, onQueue }: RowProps) {
  const { t } = useTranslation(['analysis', 'case']);
  const words = useReplayFormatters();
  const { person: personName } = useReportFormatters();
  const { station, before, after, person } = difference;
  const change = after - before;
  const doctor = useMainDoctor(difference, moments);
  const main = doctor ?? (waitsForDoctors(station) ? null : person);
  return (
    <li>
      <button type="button" className={styles.difference} onClick={() => onQueue(station)}>
        <span className={`num ${styles.differenceSize}`} data-up={change > 0 ? '' : undefined}>
          {change > 0 ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
          {words.change(change)}
        </span>
        <span className={styles.differenceName}>
          <b>{t(stationTextKey(station))}</b>
          {main && (
            <span className="t-2 t-small">
              {t('replay.ofThem', {
                count: Math.abs(main.change),
                name: personName(main.name),
              })}
            </span>
          )}
        </span>
        <span className="num t-2">
          {words.count(before)} → {words.count(after)}
        </span>
      </button>
    </li>
  );
}

type Props = { player: ReplayPlayer; moment: number; onQueue: (station: Status) => void };

export function ComparePanel({ player, moment, onQueue }: Props) {
  const { t } = useTranslation('analysis');
  const words = useReplayFormatters();
  const { track, head } = usePlayerSnapshot(player);
  // The earlier moment is always first, so that stepping past it does not reverse the signs.
  const [from, to] = moment <= head.at ? [moment, head.at] : [head.at, moment];
  const found = useMemo(() => queueDifferences(track, from, to), [track, from, to]);
  return (
    <Panel
      title={t('replay.comparison')}
      note={`${words.moment(from)} → ${words.moment(to)}`}
      action={
        <Button size="small" onPress={() => player.change((before, range) => seek(before, range, moment))}>
          {t('replay.goThere')}
        </Button>
      }
    >
      {found.length === 0 ? (
        <p className="t-2">{t('replay.noDifference')}</p>
      ) : (
        <ul className={styles.differences}>
          {found.slice(0, mostListed).map(difference => (
            <DifferenceRow
              key={difference.station}
              difference={difference}
              moments={{ from, to, resting: !head.playing }}
              onQueue={onQueue}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
