/** An answer as a table or as a chart, with its basis, its downloads and its citation. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskAnswer } from '#services/api/answers.ts';
import { formatZonedMoment } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { citationOfQuestion } from '../citation.ts';
import { keyEnvironmentVariable } from '../keys/notebook-cells.ts';
import { MissingRowsNotice } from '../MissingRowsNotice.tsx';
import { AnswerDownloads } from './AnswerDownloads.tsx';
import styles from './ask.module.css';
import type { AskSearch } from './ask-search.ts';
import { notebookCell } from './ask-text.ts';
import type { ChartChoice } from './chart-choice.ts';
import { ResultChart } from './ResultChart.tsx';
import { MAX_SHOWN_ROWS, ResultTable } from './ResultTable.tsx';

type Props = {
  asked: AskSearch;
  table: AskAnswer;
  chart: ChartChoice | null;
  onChart: (chart: ChartChoice) => void;
  /** Asks the same question again. */
  onRetry: () => void;
};

export function AnswerView({ asked, table, chart, onChart, onRetry }: Props) {
  const { t } = useTranslation('analysis');
  const [view, setView] = useState<'table' | 'chart'>(chart ? 'chart' : 'table');
  return (
    <section className={styles.result} aria-label={t('ask.result')}>
      <Basis asked={asked} table={table} />
      <MissingRowsNotice lacks={table.lacks} onRetry={onRetry} />
      <SegmentedControl
        label={t('ask.view')}
        hideLabel
        size="small"
        value={view}
        onChange={setView}
        options={[
          { value: 'table', label: t('ask.asTable') },
          { value: 'chart', label: t('ask.asChart') },
        ]}
      />
      {view === 'table' ? (
        <ResultTable table={table} />
      ) : (
        <ResultChart table={table} wanted={chart} onChange={onChart} />
      )}
    </section>
  );
}

function Basis({ asked, table }: Pick<Props, 'asked' | 'table'>) {
  const { t, i18n } = useTranslation('analysis');
  const number = (n: number) => new Intl.NumberFormat(i18n.language).format(n);
  const { rows, more, tookMs, position, clock } = table;
  const cell = () =>
    notebookCell({
      ...{ sql: asked.q, params: asked.params, position, origin: window.location.origin },
      note: t('ask.cellKey', { variable: keyEnvironmentVariable }),
    });
  return (
    <div className={styles.basis}>
      <p className="t-small t-2" role="status">
        {t(more ? 'ask.moreRows' : 'ask.rows', { count: rows.length, n: number(rows.length) })}{' '}
        {rows.length > MAX_SHOWN_ROWS && t('ask.shown', { n: number(MAX_SHOWN_ROWS) })}{' '}
        {t('ask.took', { seconds: (tookMs / 1000).toFixed(2) })}{' '}
        {clock && t('ask.basis', { clock: formatZonedMoment(clock), position })}
      </p>
      <div className={styles.tools}>
        <AnswerDownloads asked={{ ...asked, asOf: position }} table={table} />
        <CopyButton text={cell} label={t('ask.cell')} copied={t('ask.cellCopied')} />
      </div>
      <CitationLine table={table} />
    </div>
  );
}

/** Reasons why an answer cannot be repeated. Any other reason is the name of a function. */
const reasons = ['order', 'limit', 'sample'] as const;

function CitationLine({ table: { citation, unrepeatable, lacks } }: Pick<Props, 'table'>) {
  const { t } = useTranslation('analysis');
  if (citation) {
    const cited = citationOfQuestion(citation);
    return (
      <p className={`t-small t-2 ${styles.citation}`}>
        <span title={cited}>{t('ask.citation', { question: citation.question.slice(0, 12) })}</span>{' '}
        <CopyButton text={() => cited} label={t('ask.cite')} copied={t('ask.cited')} />
      </p>
    );
  }
  // MissingRowsNotice already shows the reason.
  if (lacks.length > 0) return null;
  const reason = reasons.find(one => one === unrepeatable);
  return (
    <p className="t-small t-2">
      {reason ? t(`ask.unrepeatable.${reason}`) : t('ask.unrepeatable.function', { name: unrepeatable })}
    </p>
  );
}
