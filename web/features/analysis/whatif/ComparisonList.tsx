/** The comparisons so far. */

import { useTranslation } from 'react-i18next';
import { isUnfinishedJob } from '#events/job-state.ts';
import type { WhatIfItem } from '#services/api/answers.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { useWhatIfFormatters } from './useWhatIfFormatters.ts';
import styles from './whatif.module.css';

type Props = {
  items: readonly WhatIfItem[];
  shown: string | undefined;
  hrefOf: (id: string) => string;
  isBusy: boolean;
  onRemove: (id: string) => void;
};

export function ComparisonList({ items, shown, hrefOf, isBusy, onRemove }: Props) {
  const { t } = useTranslation('analysis');
  const { version, outcome } = useWhatIfFormatters();
  const columns: TableColumn<WhatIfItem>[] = [
    {
      id: 'asked',
      header: t('whatif.asked'),
      cell: run =>
        isUnfinishedJob(run) ? (
          <span className="num">{formatMoment(run.askedAt)}</span>
        ) : (
          <Link
            href={hrefOf(run.id)}
            className={`num ${styles.link}`}
            aria-current={run.id === shown ? 'true' : undefined}
          >
            {formatMoment(run.askedAt)}
          </Link>
        ),
      card: 'title',
    },
    { id: 'version', header: t('whatif.version'), cell: version },
    { id: 'outcome', header: t('whatif.outcome'), cell: outcome },
    {
      id: 'remove',
      header: t('whatif.remove'),
      headerHidden: true,
      align: 'end',
      card: 'action',
      cell: run =>
        !isUnfinishedJob(run) && (
          <Button size="small" variant="quiet" disabled={isBusy} onPress={() => onRemove(run.id)}>
            {t('whatif.remove')}
          </Button>
        ),
    },
  ];
  return (
    <Panel title={t('whatif.runs')} flush>
      <Table label={t('whatif.runs')} rows={items} columns={columns} rowKey={({ id }) => id} bare />
    </Panel>
  );
}
