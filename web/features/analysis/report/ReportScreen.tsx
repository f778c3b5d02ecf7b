/** The frame of a report's screen: what it is about, the filters, the figures, and the cases behind the opened one. */
import { createContext, type ReactNode, useContext } from 'react';
import type { AnalysisScreen } from '#events/analysis/screens.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { CasesDrawer } from './CasesDrawer.tsx';
import { ReportBar } from './ReportBar.tsx';
import styles from './report.module.css';
import { openedFigure, type ReportSearch, reportHref } from './report-search.ts';

type Screen = {
  search: ReportSearch;
  hrefOf: (change: ReportSearch) => string;
  go: AnalysisScreenProps['go'];
};

const ScreenContext = createContext<Screen | null>(null);

/** The report's screen around a figure. @throws Error outside of one */
export function useReportScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('a figure is on a report’s screen');
  return screen;
}

type Props = {
  screen: AnalysisScreen;
  search: ReportSearch;
  go: AnalysisScreenProps['go'];
  lead: string;
  /** Splits that the screen offers; none shows no choice. */
  splits?: readonly string[];
  children: ReactNode;
};

export function ReportScreen({ screen, search, go, lead, splits, children }: Props) {
  const hrefOf = (change: ReportSearch) => reportHref(screen, search, change);
  const opened = openedFigure(search);
  return (
    <ScreenContext value={{ search, hrefOf, go }}>
      <div className={styles.screen}>
        <p className="t-2">{lead}</p>
        <ReportBar search={search} hrefOf={hrefOf} go={go} splits={splits} />
        {children}
      </div>
      {opened && (
        <CasesDrawer
          key={`${opened.report} ${opened.figure} ${opened.cell}`}
          opened={opened}
          search={search}
          onClose={() => go(hrefOf({}), true)}
        />
      )}
    </ScreenContext>
  );
}
