/** Two moments side by side: the differences first. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '#events/case/status.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { type Difference, differences } from './comparison.ts';
import { seek } from './playhead.ts';
import { stationWord } from './ReplayMap.tsx';
import styles from './replay.module.css';
import type { ReplayPlayer } from './replay-player.ts';
import { useMomentWords } from './useMomentWords.ts';
import { useShown } from './useReplayPlayer.ts';

/** Differences that are listed; smaller ones are in the table of queues. */
const mostListed = 8;

function DifferenceRow({
  difference,
  onQueue,
}: {
  difference: Difference;
  onQueue: (station: Status) => void;
}) {
  const { t } = useTranslation(['analysis', 'case']);
  const words = useMomentWords();
  const { station, before, after, person } = difference;
  const change = after - before;
  return (
    <li>
      <button type="button" className={styles.difference} onClick={() => onQueue(station)}>
        <span className={`num ${styles.differenceSize}`} data-up={change > 0 ? '' : undefined}>
          {change > 0 ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
          {words.change(change)}
        </span>
        <span className={styles.differenceName}>
          <b>{t(stationWord(station))}</b>
          {person && (
            <span className="t-2 t-small">
              {t('replay.ofThem', {
                count: Math.abs(person.change),
                name: t('replay.person', { name: person.name }),
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
  const words = useMomentWords();
  const { track, head } = useShown(player);
  const found = useMemo(() => differences(track, moment, head.at), [track, moment, head.at]);
  return (
    <Panel
      title={t('replay.comparison')}
      note={`${words.moment(moment)} → ${words.moment(head.at)}`}
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
            <DifferenceRow key={difference.station} difference={difference} onQueue={onQueue} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
