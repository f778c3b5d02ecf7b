/** When a case's next steps are to be expected, with the like cases that say so. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { daysBetween } from '#events/case/calendar.ts';
import type { Expected } from '#events/forecast/forecast.ts';
import type { CaseView } from '#projections/case/view.ts';
import { forecast } from '#web/lib/view.ts';
import { Badge } from '#web/ui/chip.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Table } from '#web/ui/table.tsx';
import styles from './case.module.css';

type Props = { view: CaseView /** yyyy-mm-dd */; today: string };

/** Nothing where too few like cases went this way. */
export function ExpectedSteps({ view, today }: Props) {
  const { t } = useTranslation('caseDetail');
  const { data: steps = [], refetch } = useQuery(forecast(view.caseId));
  const { revision } = view;
  useEffect(() => {
    // Each event of the case may be a step; other cases' steps count from the next look on.
    if (revision >= 0) void refetch();
  }, [revision, refetch]);
  const [first] = steps;
  if (!first) return null;
  const dayIn = (by: Expected['by'], which: 'half' | 'most') =>
    by ? <span className="num">{by[which]}</span> : <span className="t-3">{t('expected.few')}</span>;
  return (
    <Panel title={t('expected.title')} flush>
      <Table
        bare
        label={t('expected.title')}
        rows={steps}
        rowKey={one => one.step}
        columns={[
          {
            id: 'step',
            header: t('expected.step'),
            card: 'title',
            cell: one => (
              <span className="row">
                {t(`expected.of.${one.step}`)}
                {one.overdue && <Badge tone="warn">{t('expected.overdue')}</Badge>}
              </span>
            ),
          },
          { id: 'half', header: t('expected.half'), cell: one => dayIn(one.by, 'half') },
          { id: 'most', header: t('expected.most'), cell: one => dayIn(one.by, 'most') },
          {
            id: 'usual',
            header: t('expected.usual'),
            cell: ({ days }) => (
              <span className="num">{days.half === days.most ? days.half : t('expected.days', days)}</span>
            ),
          },
          { id: 'cases', header: t('expected.cases'), cell: one => <span className="num">{one.cases}</span> },
        ]}
      />
      <p className={`t-2 ${styles.rests}`}>
        {t('expected.counted', {
          step: t(`expected.of.${first.from}`),
          since: first.since,
          taken: daysBetween(first.since, today),
        })}
      </p>
    </Panel>
  );
}
