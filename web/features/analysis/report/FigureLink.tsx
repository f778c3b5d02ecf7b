/** A number of a report, as the link to the cases behind it. */
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { cellText, type FigureOf, type ReportWithFigures } from '#events/analysis/figures.ts';
import { Link } from '#web/ui/link.tsx';
import { useReportScreen } from './ReportScreen.tsx';
import styles from './report.module.css';
import type { ReportSearch } from './report-search.ts';

/** Smallest number shown in reports by method or product type; smaller ones are hidden. */
export const SmallestShownCountContext = createContext<number | null>(null);

/** The part of the address that opens the cases behind a figure of an item. */
export const figureSearch = <N extends ReportWithFigures>(
  report: N,
  figure: FigureOf<N>,
  item: object,
): Pick<ReportSearch, 'list' | 'cell'> => ({
  list: `${report}.${figure}`,
  cell: cellText(report, item),
});

type Props<N extends ReportWithFigures> = {
  report: N;
  figure: FigureOf<N>;
  item: object;
  /** Null: hidden, because there are too few. Null and 0 are no links. */
  value: number | null;
  children?: ReactNode;
};

/** `children` replaces the number, for example with a percentage. */
export function FigureLink<N extends ReportWithFigures>({ report, figure, item, value, children }: Props<N>) {
  const { t, i18n } = useTranslation('analysis');
  const { hrefOf } = useReportScreen();
  const smallest = useContext(SmallestShownCountContext);
  if (value === null)
    return (
      <span className="t-2">{smallest === null ? t('report.few') : t('report.below', { n: smallest })}</span>
    );
  const shown = children ?? new Intl.NumberFormat(i18n.language).format(value);
  if (value === 0) return shown;
  return (
    <Link href={hrefOf(figureSearch(report, figure, item))} className={`num ${styles.figure}`}>
      {shown}
    </Link>
  );
}
