/** The text twin of the map: every queue of the moment as a row of a table, always in step with the dots. */
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatusGroup } from '#events/case/status.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { type StatusCount, statusGroupCountsAt, type WaitSummary, waitsByStation } from './queue-facts.ts';
import { stationTextKey } from './ReplayMap.tsx';
import type { ReplayPlayer } from './replay-player.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';
import { usePlayerSnapshot } from './useReplayPlayer.ts';

type Row = StatusCount & Pick<WaitSummary, 'oldest' | 'median'> & { group: StatusGroup };

export function QueueTable({
  player,
  onQueue,
}: {
  player: ReplayPlayer;
  onQueue: (station: StatusCount['status']) => void;
}) {
  const { t } = useTranslation(['analysis', 'case']);
  const words = useReplayFormatters();
  // Deferred: the long table renders between frames, not within one.
  const { track, head } = useDeferredValue(usePlayerSnapshot(player));
  const rows = useMemo((): Row[] => {
    const waits = waitsByStation(track, head.at);
    return statusGroupCountsAt(track, head.at).flatMap(({ group, statuses }) =>
      statuses.map(row => ({
        ...row,
        group,
        oldest: null,
        median: null,
        ...waits.get(row.status),
        count: row.count,
      })),
    );
  }, [track, head.at]);
  const columns: TableColumn<Row>[] = [
    {
      id: 'queue',
      header: t('replay.queue'),
      card: 'title',
      cell: ({ status }) => (
        <Button variant="quiet" size="small" onPress={() => onQueue(status)}>
          {t(stationTextKey(status))}
        </Button>
      ),
    },
    { id: 'group', header: t('replay.group'), cell: ({ group }) => t(`case:group.${group}`), card: 'hide' },
    {
      id: 'count',
      header: t('replay.cases'),
      align: 'end',
      card: 'figure',
      cell: ({ count, status }) => (
        <span className="num" data-twin={status}>
          {words.count(count)}
        </span>
      ),
    },
    {
      id: 'change',
      header: t('replay.inADay'),
      align: 'end',
      card: 'figure',
      cell: ({ change }) => <span className="num">{words.change(change)}</span>,
    },
    {
      id: 'oldest',
      header: t('replay.oldest'),
      align: 'end',
      card: 'figure',
      cell: ({ oldest }) => <span className="num">{words.wait(oldest)}</span>,
    },
    {
      id: 'median',
      header: t('replay.median'),
      align: 'end',
      card: 'figure',
      cell: ({ median }) => <span className="num">{words.wait(median)}</span>,
    },
  ];
  return (
    <Panel title={t('replay.inWords')} note={words.moment(head.at)} flush>
      <Table
        bare
        label={t('replay.queues')}
        rows={rows}
        columns={columns}
        rowKey={({ status }) => String(status)}
      />
    </Panel>
  );
}
