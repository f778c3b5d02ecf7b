/** The replay of a track: controls, queues, map, one queue over time, the strip, and the table in words. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Track } from '#events/analysis/track.ts';
import { Status } from '#events/case/status.ts';
import type { SpecialDay } from '#events/desk/hours.ts';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';
import { ComparePanel } from './ComparePanel.tsx';
import { HistoryMarkList } from './HistoryMarkList.tsx';
import { HistoryStrip } from './HistoryStrip.tsx';
import { marksWithin } from './history-marks.ts';
import { MapLegend } from './MapLegend.tsx';
import { historyMarksQuery } from './mark-commands.ts';
import { type Playhead, pause, seek } from './playhead.ts';
import { QueueCards } from './QueueCards.tsx';
import { QueueHistory } from './QueueHistory.tsx';
import { QueueList } from './QueueList.tsx';
import { QueueTable } from './QueueTable.tsx';
import { ReplayControlBar } from './ReplayControlBar.tsx';
import { ReplayMap } from './ReplayMap.tsx';
import styles from './replay.module.css';
import type { ReplayAddress } from './replay-address.ts';
import type { ReplayPlayer } from './replay-player.ts';
import { pastCaseHref, type ReplayHistory } from './replay-queries.ts';
import { useFollowLiveHistory } from './useFollowLiveHistory.ts';
import { useReplayAddressWriter } from './useReplayAddressWriter.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';
import { useReplayKeys } from './useReplayKeys.ts';
import { usePlayerSnapshot, useReplayPlayer } from './useReplayPlayer.ts';
import { WholeHistory } from './WholeHistory.tsx';

type Props = {
  history: ReplayHistory;
  address: ReplayAddress;
  holidays: readonly SpecialDay[];
  go: (href: string, replace?: boolean) => void;
  /** The moment around which the history was loaded. */
  near: number | null;
  /** Loads the months around a moment that is not loaded. */
  onFar: (at: number) => void;
};

const startOf = (track: Track, { at, speed, live }: ReplayAddress): Playhead =>
  seek(
    { at: track.to, playing: false, speed, following: false },
    { start: track.from, end: track.to },
    live ? track.to : (at ?? track.to),
  );

/** Announces the moment to screen readers after a key or a press, not while the replay plays. */
function useSaid(player: ReplayPlayer): () => void {
  const { t } = useTranslation('analysis');
  const words = useReplayFormatters();
  return useCallback(() => {
    const { at, playing } = player.head();
    announceToScreenReaders(playing ? t('replay.plays') : words.moment(at));
  }, [player, t, words]);
}

export function Replay({ history: { log, track, whole }, address, holidays, go, near, onFar }: Props) {
  const { t } = useTranslation('analysis');
  const words = useReplayFormatters();
  const player = useReplayPlayer(track, () => ({ ...startOf(track, address), following: address.live }));
  const open = useReplayAddressWriter(player, address, go);
  useFollowLiveHistory(player, near);
  const said = useSaid(player);
  useReplayKeys(player, said);
  const compare = address.compare === null ? null : Math.max(track.from, Math.min(track.to, address.compare));
  /** Loads the months around the moment first if they are not loaded. */
  const goTo = (at: number) => {
    if (whole && (at < track.from || at > track.to)) return onFar(at);
    player.change((head, range) => seek(pause(head), range, at));
    said();
  };
  const openList = (queue: Status) => {
    player.change(pause);
    open({ queue, list: true });
  };
  /** The address of a case as of a moment. */
  const hrefOf = (caseId: string, at: number) =>
    pastCaseHref(log, caseId, player.shown().track.positionAt(at));
  /** Opens the list of a queue at the compared moment: the two moments change places. */
  const openListThen = (queue: Status) => {
    const at = player.head().at;
    player.change((head, range) => seek(pause(head), range, compare ?? at));
    open({ queue, list: true, compare: at });
  };
  const { data: marked } = useQuery(historyMarksQuery());
  const marks = useMemo(
    () => (marked ? marksWithin(marked, { start: track.from, end: track.to }) : []),
    [marked, track],
  );
  const queue = address.queue ?? Status.PlanAwaitingDoctor;
  return (
    <div className={styles.replay}>
      <ReplayControlBar
        player={player}
        comparing={compare !== null}
        onCompare={() => open({ compare: compare === null ? player.head().at : null })}
        onMoment={goTo}
        said={said}
      />
      <QueueCards player={player} chosen={address.queue} onQueue={openList} />
      {compare !== null && <ComparePanel player={player} moment={compare} onQueue={openList} />}
      <div className={styles.maps} data-two={compare !== null || undefined}>
        {compare !== null && (
          <section className={styles.stage}>
            <h3 className={`num ${styles.stageTitle}`}>{words.moment(compare)}</h3>
            <StillMap
              key={compare}
              track={track}
              at={compare}
              label={t('replay.mapThen')}
              chosen={address.queue}
              onQueue={openListThen}
              onCase={caseId => go(hrefOf(caseId, compare))}
            />
          </section>
        )}
        <section className={styles.stage}>
          {compare !== null && <ShownMoment player={player} />}
          <ReplayMap
            player={player}
            label={t('replay.map')}
            chosen={address.queue}
            onQueue={openList}
            onCase={caseId => go(hrefOf(caseId, player.head().at))}
          />
        </section>
      </div>
      <MapLegend player={player} holidays={holidays.some(({ works }) => !works)} />
      <HistoryStrip player={player} holidays={holidays} marks={marks} compare={compare} />
      {whole && <WholeHistory whole={whole} loaded={{ start: track.from, end: track.to }} onFar={onFar} />}
      <HistoryMarkList player={player} marks={marks} said={said} />
      <QueueHistory player={player} station={queue} onList={() => openList(queue)} />
      <QueueTable player={player} onQueue={openList} />
      {address.list && address.queue !== null && (
        <QueueList
          key={address.queue}
          station={address.queue}
          at={Math.floor(player.head().at / 1000) * 1000}
          hrefOf={caseId => hrefOf(caseId, player.head().at)}
          onClose={() => open({ list: false })}
        />
      )}
    </div>
  );
}

function ShownMoment({ player }: { player: ReplayPlayer }) {
  const words = useReplayFormatters();
  return <h3 className={`num ${styles.stageTitle}`}>{words.moment(usePlayerSnapshot(player).head.at)}</h3>;
}

type StillProps = Omit<Parameters<typeof ReplayMap>[0], 'player'> & { track: Track; at: number };

/** The map of another moment. */
function StillMap({ track, at, ...map }: StillProps) {
  const start = useMemo((): Playhead => ({ at, playing: false, speed: '1d', following: false }), [at]);
  return <ReplayMap player={useReplayPlayer(track, () => start)} {...map} />;
}
