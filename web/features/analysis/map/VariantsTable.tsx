/** The paths that cases took, the most frequent first. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Table } from '#web/ui/table.tsx';
import { FigureLink } from '../report/FigureLink.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import styles from './map.module.css';

/** Variants shown at first, and more with each press. */
const page = 15;

/** A variant that no case has completed may be the beginning of a longer variant. `ended` leaves out such variants. */
const onlys = ['every', 'ended'] as const;
type Only = (typeof onlys)[number];

type Props = {
  items: readonly ReportItem<'variants'>[];
  /** Number of all cases of the report. */
  cases: number;
};

export function VariantsTable({ items, cases }: Props) {
  const { t } = useTranslation('analysis');
  const { status, number, percent, duration } = useReportFormatters();
  const [shown, setShown] = useState(page);
  const [only, setOnly] = useState<Only>('every');
  const listed = only === 'ended' ? items.filter(({ completed }) => completed !== 0) : items;
  const isMore = listed.length > shown;
  return (
    <div className={styles.ways}>
      <p className="t-small">{t('map.waysOf', { ways: number(items.length), cases: number(cases) })}</p>
      <SegmentedControl
        label={t('map.only.label')}
        hideLabel
        size="small"
        value={only}
        onChange={setOnly}
        options={onlys.map(value => ({ value, label: t(`map.only.${value}`) }))}
      />
      <Table
        label={t('map.ways')}
        bare
        rows={listed.slice(0, shown)}
        rowKey={({ way }) => way}
        columns={[
          {
            id: 'way',
            header: t('map.way'),
            card: 'title',
            cell: ({ way }) => (
              <span className={styles.way}>
                {way.split('>').map((code, i) => (
                  // A way may pass a status more than once, and never changes.
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  <span key={i} className={styles.step}>
                    {status(Number(code))}
                  </span>
                ))}
              </span>
            ),
          },
          {
            id: 'cases',
            header: t('map.cases'),
            align: 'end',
            card: 'figure',
            cell: item => <FigureLink report="variants" figure="cases" item={item} value={item.cases} />,
          },
          {
            ...{ id: 'share', header: t('map.shareOf'), align: 'end', card: 'figure' },
            cell: item => percent(item.cases / Math.max(1, cases)),
          },
          {
            ...{ id: 'median', header: t('map.whole'), align: 'end', card: 'figure' },
            cell: item => (item.completed === 0 ? t('map.underWay') : duration(item.medianS)),
          },
        ]}
      />
      {isMore && <Button onPress={() => setShown(shown + page)}>{t('map.more')}</Button>}
    </div>
  );
}
