/** The frame of a report's screen: lead, filters, the basis of all figures, and the cases behind the opened one. */
import { createContext, type ReactNode, useContext } from 'react';
import type { AnalysisScreen } from '#events/analysis/screens.ts';
import { MissingRowsNotice } from '../MissingRowsNotice.tsx';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { CopyReportLink } from './CopyReportLink.tsx';
import { FigureCasesDrawer } from './FigureCasesDrawer.tsx';
import { type ReportBasis, ReportBasisLine } from './ReportBasisLine.tsx';
import { ReportFilterBar } from './ReportFilterBar.tsx';
import styles from './report.module.css';
import {
  figureCasesSearch,
  momentOfReportLink,
  openedFigureOf,
  type ReportSearch,
  reportHref,
} from './report-search.ts';

type Screen = {
  search: ReportSearch;
  hrefOf: (change: ReportSearch) => string;
  go: AnalysisScreenProps['go'];
  /** ISO time of the screen's basis line; null without events, undefined while it loads. */
  clock: string | null | undefined;
};

const ScreenContext = createContext<Screen | null>(null);

/** The context of the report's screen that contains the component. @throws Error outside of a screen */
export function useReportScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('a figure is on a report’s screen');
  return screen;
}

/** A report of the screen. */
type Part = { data: ReportBasis | undefined; refetch: () => unknown };

type Props = {
  screen: AnalysisScreen;
  search: ReportSearch;
  go: AnalysisScreenProps['go'];
  lead: string;
  /** Splits that the screen offers; if empty, there is no choice of a split. */
  splits?: readonly string[];
  /** The reports of the screen; the basis of the first one is shown for all. */
  parts: readonly [Part, ...Part[]];
  children: ReactNode;
};

export function ReportScreen({ screen, search, go, lead, splits, parts, children }: Props) {
  const hrefOf = (change: ReportSearch) => reportHref(screen, search, change);
  const opened = openedFigureOf(search);
  const [{ data: first }] = parts;
  const { list, cell } = search;
  // While the report loads, the link has the moment of the address.
  const asOf = momentOfReportLink(search, first?.position);
  const lacks = parts.flatMap(({ data }) => data?.lacks ?? []);
  return (
    <ScreenContext value={{ search, hrefOf, go, clock: first?.clock }}>
      <div className={styles.screen}>
        <p className="t-2">{lead}</p>
        <div className={styles.above}>
          <ReportFilterBar search={search} hrefOf={hrefOf} go={go} splits={splits} />
          <div className={styles.rests}>
            {first && <ReportBasisLine report={first} />}
            <CopyReportLink href={hrefOf({ asOf, list, cell })} clock={(asOf && first?.clock) || undefined} />
          </div>
        </div>
        <MissingRowsNotice
          lacks={lacks}
          onRetry={() => {
            for (const { refetch } of parts) void refetch();
          }}
        />
        {children}
      </div>
      {opened && (
        <FigureCasesDrawer
          key={`${opened.report} ${opened.figure} ${opened.cell}`}
          opened={opened}
          search={figureCasesSearch(opened, search)}
          onClose={() => go(hrefOf({}), true)}
        />
      )}
    </ScreenContext>
  );
}
