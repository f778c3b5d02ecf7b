/** /analysis/map: which status follows which, how long cases stay at each, and the paths that cases took. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '#web/ui/panel.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Conformance } from '../conformance/Conformance.tsx';
import { figureSearch } from '../report/FigureLink.tsx';
import { ReportBody } from '../report/ReportBody.tsx';
import { ReportScreen } from '../report/ReportScreen.tsx';
import { readReportSearch, reportHref } from '../report/report-search.ts';
import { useReport } from '../report/useReport.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { MovesTable } from './MovesTable.tsx';
import { ProcessMap } from './ProcessMap.tsx';
import { VariantsTable } from './VariantsTable.tsx';

/** Moves of fewer than this share of the cases are left out of the picture; the table has all. */
const shares = ['0', '0.01', '0.05', '0.2'] as const;

export function MapScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const search = readReportSearch(given);
  const moves = useReport('map', search);
  const ways = useReport('variants', search);
  const checked = useReport('conformance', search);
  const [least, setLeast] = useState<(typeof shares)[number]>('0.01');
  return (
    <ReportScreen {...{ screen: 'map', search, go }} lead={t('map.lead')} parts={[moves, ways, checked]}>
      <ReportBody query={moves}>
        {({ items, cases }) => (
          <Panel title={t('map.moves')}>
            <SegmentedControl
              label={t('map.least')}
              value={least}
              onChange={setLeast}
              options={shares.map(value => ({
                value,
                label: t('map.share', { share: Number(value) * 100 }),
              }))}
            />
            <ProcessMap
              items={items}
              least={Number(least) * (cases ?? 0)}
              onChoose={edge => go(reportHref('map', search, figureSearch('map', 'stays', edge)))}
            />
            <MovesTable items={items} />
          </Panel>
        )}
      </ReportBody>
      <ReportBody query={ways}>
        {({ items, cases }) => (
          <Panel title={t('map.ways')}>
            <VariantsTable items={items} cases={cases ?? 0} />
          </Panel>
        )}
      </ReportBody>
      <Conformance query={checked} />
    </ReportScreen>
  );
}
