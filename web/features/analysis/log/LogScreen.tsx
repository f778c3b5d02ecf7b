/** /analysis/log: the events of the served cases, millions of rows, from any moment on. */
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { LogCountStrip } from './LogCountStrip.tsx';
import { LogEventDrawer } from './LogEventDrawer.tsx';
import { LogFilters } from './LogFilters.tsx';
import { LogRows } from './LogRows.tsx';
import styles from './log.module.css';
import { logDayCountsQuery } from './log-queries.ts';
import {
  eventKey,
  isLogFiltered,
  type LogSearch,
  logFilterOf,
  logHref,
  readLogSearch,
} from './log-search.ts';
import { logMomentText } from './log-window.ts';
import { useLogFormatters } from './useLogFormatters.ts';
import { useLogWindow } from './useLogWindow.ts';

/** A day before every event. */
const BEGIN = '1970-01-01';

export function LogScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useLogFormatters();
  const search = readLogSearch(given);
  const filter = logFilterOf(search);
  const { data: counts } = useQuery(logDayCountsQuery(filter));
  const [seen, setSeen] = useState<string>();
  const takesFocus = useRef(false);
  const { event: _open, ...place } = search;
  return (
    <>
      <p className={`t-2 ${styles.lead}`}>{t('analysis:log.lead')}</p>
      <LogFilters search={search} counts={counts} go={go} />
      {counts && counts.total > 0 && (
        <LogCountStrip
          filter={filter}
          counts={counts}
          seen={seen}
          onMove={at => go(logHref(search, { at }), true)}
        />
      )}
      <Rows key={JSON.stringify(place)} search={search} go={go} onSeen={setSeen} takesFocus={takesFocus} />
      {search.event && (
        <LogEventDrawer search={search} onClose={() => go(logHref(search, { event: undefined }))} />
      )}
    </>
  );
}

type RowsProps = Pick<AnalysisScreenProps, 'go'> & {
  search: LogSearch;
  onSeen: (at: string) => void;
  takesFocus: RefObject<boolean>;
};

function Rows({ search, go, onSeen, takesFocus }: RowsProps) {
  const { t } = useLogFormatters();
  const { window, failed, searching, ...reads } = useLogWindow(logFilterOf(search), search.at);
  const leave = (at: string | undefined) => {
    takesFocus.current = true;
    go(logHref(search, { at, event: undefined }));
  };
  if (failed && !window)
    return (
      <EmptyState
        title={t('analysis:log.rows.failed')}
        action={<Button onPress={reads.retry}>{t('analysis:log.rows.retry')}</Button>}
      />
    );
  if (!window)
    return (
      <>
        {searching && (
          <p role="status">{t('analysis:log.rows.searching', { day: logMomentText(searching) })}</p>
        )}
        <Skeleton lines={10} label={t('analysis:log.loading')} />
      </>
    );
  if (window.items.length === 0) return <Nothing search={search} />;
  return (
    <LogRows
      window={window}
      isAtMoment={search.at !== undefined}
      openKey={search.event}
      loadEarlier={reads.loadEarlier}
      loadLater={reads.loadLater}
      onOpen={item => go(logHref(search, { event: eventKey(item) }))}
      takesFocus={takesFocus.current}
      onBegin={() => leave(BEGIN)}
      onEnd={() => leave(undefined)}
      onSeen={onSeen}
    />
  );
}

function Nothing({ search }: { search: LogSearch }) {
  const { t } = useLogFormatters();
  if (!isLogFiltered(search))
    return <EmptyState title={t('analysis:log.empty.title')}>{t('analysis:log.empty.how')}</EmptyState>;
  return (
    <EmptyState
      title={t('analysis:log.empty.filter')}
      action={<LinkButton href={logHref({})}>{t('analysis:log.filter.clear')}</LinkButton>}
    >
      {t('analysis:log.empty.filterHow')}
    </EmptyState>
  );
}
