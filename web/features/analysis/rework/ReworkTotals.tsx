/** Reviews and refusals, one row for each technician or each group of the split. */
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { FigureLink } from '../report/FigureLink.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';

type ReworkTotal = ReportItem<'reworkTotals'>;

/** Splits by values that are not sealed. */
export const totalsSplits = ['technician', 'expert', 'doctor', 'org', 'version'] as const;
type TotalsSplit = (typeof totalsSplits)[number];

type Props = { items: readonly ReworkTotal[]; by: TotalsSplit };

export function ReworkTotals({ items, by }: Props) {
  return (
    <Panel title={useTitle(by)}>
      <TotalsTable items={items} by={by} />
    </Panel>
  );
}

/** "Totals by technician". */
function useTitle(by: TotalsSplit): string {
  const { t, i18n } = useTranslation('analysis');
  return t('rework.totals.title', { split: t(`report.split.${by}`).toLocaleLowerCase(i18n.language) });
}

function TotalsTable({ items, by }: Props) {
  const { t } = useTranslation('analysis');
  const title = useTitle(by);
  const { group, percent } = useReportFormatters();
  const count = (id: 'reviewed' | 'refused' | 'sentBack' | 'cases'): TableColumn<ReworkTotal> => ({
    ...{ id, header: t(`rework.totals.${id}`), align: 'end', card: 'figure' },
    cell: item => <FigureLink report="reworkTotals" figure={id} item={item} value={item[id]} />,
  });
  const columns: TableColumn<ReworkTotal>[] = [
    { id: 'group', header: t(`report.split.${by}`), cell: item => group(by, item.group), card: 'title' },
    count('reviewed'),
    count('refused'),
    {
      ...{ id: 'share', header: t('rework.totals.share'), align: 'end', card: 'figure' },
      cell: ({ reviewed, refused }) => (reviewed === 0 ? '–' : percent(refused / reviewed)),
    },
    count('sentBack'),
    count('cases'),
  ];
  return (
    <>
      <p className="t-small t-2">{t('rework.totals.how')}</p>
      <Table label={title} bare rows={items} columns={columns} rowKey={item => String(item.group)} />
    </>
  );
}
