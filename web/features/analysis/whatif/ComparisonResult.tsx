/** The result of a comparison: number of rows by read model, and the rows that differ. */
import { useTranslation } from 'react-i18next';
import type { ShownViewCounts, WhatIfItem, WhatIfResult } from '#services/api/answers.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { countDifferences, useWhatIfFormatters } from './useWhatIfFormatters.ts';
import { VersionDifferenceCard } from './VersionDifferenceCard.tsx';
import styles from './whatif.module.css';

const counts = ['same', 'differ', 'onlyHere', 'onlyThere'] as const;

const rowsOf = (view: ShownViewCounts): number => view.same + countDifferences([view]);
/** Views that differ are first. Views without rows of this organisation's cases are left out. */
const shownViews = (views: readonly ShownViewCounts[]): ShownViewCounts[] =>
  views
    .filter(view => rowsOf(view) > 0)
    .toSorted((a, b) => Math.sign(countDifferences([b])) - Math.sign(countDifferences([a])));

export function ComparisonResult({ run, result }: { run: WhatIfItem; result: WhatIfResult }) {
  const { t } = useTranslation('analysis');
  const { version, outcome, number } = useWhatIfFormatters();
  const views = shownViews(result.views);
  return (
    <>
      <Panel title={t('whatif.result', { version: version(run) })} flush>
        <p className={styles.sentence}>
          <strong>{outcome(run)}</strong>{' '}
          {t('whatif.basis', {
            rows: number(views.reduce((sum, view) => sum + rowsOf(view), 0)),
            position: result.position,
            at: formatMoment(run.endedAt ?? run.askedAt),
          })}
          {run.from !== null && ` ${t('whatif.fromPosition', { position: run.from })}`}
        </p>
        <ViewTable views={views} />
      </Panel>
      {result.partings.length > 0 && (
        <Panel title={t('whatif.partings')} count={result.partings.length}>
          <p className="t-small t-2">{t('whatif.partingsHow')}</p>
          <ol className={styles.partings}>
            {result.partings.map((parting, i) => (
              <li key={`${parting.view} ${parting.id}`}>
                <VersionDifferenceCard parting={parting} isOpen={i === 0} />
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </>
  );
}

function ViewTable({ views }: { views: readonly ShownViewCounts[] }) {
  const { t } = useTranslation('analysis');
  const { view: viewName, number } = useWhatIfFormatters();
  const columns: TableColumn<ShownViewCounts>[] = [
    {
      id: 'view',
      header: t('whatif.readModel'),
      cell: ({ view, isIn }) => (
        <>
          <span className={styles.viewName}>{viewName(view)}</span> <code className="t-2">{view}</code>
          {isIn !== 'both' && <span className="t-2"> · {t(`whatif.isIn.${isIn}`)}</span>}
        </>
      ),
      card: 'line',
    },
    ...counts.map(
      (id): TableColumn<ShownViewCounts> => ({
        ...{ id, header: t(`whatif.count.${id}`), align: 'end', card: 'figure' },
        cell: view =>
          id !== 'same' && view[id] > 0 ? <strong>{number(view[id])}</strong> : number(view[id]),
      }),
    ),
  ];
  return <Table label={t('whatif.rows')} rows={views} columns={columns} rowKey={({ view }) => view} bare />;
}
