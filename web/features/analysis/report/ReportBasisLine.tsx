/** The basis of figures: moment, position, number of cases, and the cases that no report counts. */
import { useTranslation } from 'react-i18next';
import type { ReportData, ReportName } from '#services/api/answers.ts';
import { formatZonedMoment } from '#web/lib/format.ts';

export type ReportBasis = Pick<ReportData<ReportName>, 'position' | 'clock' | 'cases' | 'leftOut' | 'lacks'>;

export function ReportBasisLine({ report: { position, clock, cases, leftOut } }: { report: ReportBasis }) {
  const { t, i18n } = useTranslation('analysis');
  const number = (n: number) => new Intl.NumberFormat(i18n.language).format(n);
  return (
    <p className="t-small t-2">
      {clock &&
        t('report.basis', {
          clock: formatZonedMoment(clock),
          position,
          cases: cases === null ? t('report.few') : number(cases),
        })}{' '}
      {t('report.leftOut', {
        drafts: number(leftOut.drafts),
        withdrawn: number(leftOut.withdrawn),
        deleted: number(leftOut.deleted),
      })}
    </p>
  );
}
