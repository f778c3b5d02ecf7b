/** Copies a link to the current view: filters, days, and the moment of its figures, so that the figures do not change. */
import { useTranslation } from 'react-i18next';
import { formatZonedMoment } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import type { ReportBasis } from './ReportBasisLine.tsx';
import { fixedMoment, type ReportSearch } from './report-search.ts';

type Props = {
  search: ReportSearch;
  hrefOf: (change: ReportSearch) => string;
  /** Undefined while it loads: the link then has the moment of the address. */
  report: Pick<ReportBasis, 'position' | 'clock'> | undefined;
};

export function CopyReportLink({ search, hrefOf, report }: Props) {
  const { t } = useTranslation('analysis');
  const asOf = fixedMoment(search, report?.position);
  const { list, cell } = search;
  const isFixed = asOf !== undefined && report?.clock;
  return (
    <CopyButton
      text={() => new URL(hrefOf({ asOf, list, cell }), window.location.origin).href}
      label={t('report.copyLink')}
      copied={
        isFixed
          ? t('report.copiedLinkAt', { clock: formatZonedMoment(report.clock ?? '') })
          : t('report.copiedLink')
      }
    />
  );
}
