/** The queues of the moment: a card for each group, with its statuses. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '#events/case/status.ts';
import { type StatusGroupCount, statusGroupCountsAt } from './queue-facts.ts';
import { stationTextKey } from './ReplayMap.tsx';
import styles from './replay.module.css';
import type { ReplayPlayer } from './replay-player.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';
import { usePlayerSnapshot } from './useReplayPlayer.ts';

type Props = { player: ReplayPlayer; chosen: Status | null; onQueue: (station: Status) => void };

function Change({ change }: { change: number }) {
  const { t } = useTranslation('analysis');
  const words = useReplayFormatters();
  if (change === 0) return null;
  return (
    <span className={`num ${styles.change}`} data-up={change > 0 ? '' : undefined} title={t('replay.inADay')}>
      {words.change(change)}
    </span>
  );
}

function QueueCard({
  queue,
  chosen,
  onQueue,
}: { queue: StatusGroupCount } & Pick<Props, 'chosen' | 'onQueue'>) {
  const { t } = useTranslation(['analysis', 'case']);
  const words = useReplayFormatters();
  const { group, count, change, statuses } = queue;
  const [first] = statuses;
  const isOne = statuses.length === 1;
  return (
    <li
      className={styles.queue}
      data-wide={statuses.length > 4 ? '' : undefined}
      data-chosen={statuses.some(({ status }) => status === chosen) || undefined}
    >
      <p className={styles.queueHead}>
        {isOne && first ? (
          <button type="button" onClick={() => onQueue(first.status)} aria-pressed={first.status === chosen}>
            {t(`case:group.${group}`)}
          </button>
        ) : (
          <span>{t(`case:group.${group}`)}</span>
        )}
      </p>
      <p className={styles.queueCount}>
        <span className="num">{words.count(count)}</span> <Change change={change} />
      </p>
      {group === 'completed' && <p className="t-small t-2">{t('analysis:replay.withArchived')}</p>}
      {!isOne && (
        <ul className={styles.inside}>
          {statuses.map(row => (
            <li key={row.status} data-empty={row.count === 0 || undefined}>
              <button type="button" onClick={() => onQueue(row.status)} aria-pressed={row.status === chosen}>
                <span className="clip" title={t(stationTextKey(row.status))}>
                  {t(stationTextKey(row.status))}
                </span>
                <span className="num">{words.count(row.count)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

export function QueueCards({ player, chosen, onQueue }: Props) {
  const { t } = useTranslation('analysis');
  const { track, head } = usePlayerSnapshot(player);
  const queues = useMemo(() => statusGroupCountsAt(track, head.at), [track, head.at]);
  return (
    <ul className={styles.queues} aria-label={t('replay.queues')}>
      {queues.map(queue => (
        <QueueCard key={queue.group} queue={queue} chosen={chosen} onQueue={onQueue} />
      ))}
    </ul>
  );
}
