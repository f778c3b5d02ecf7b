/** Copies a link to the current view: filters, days, and the moment of its figures, so that the figures do not change. */
import { useTranslation } from 'react-i18next';
import { formatZonedMoment } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';

type Props = {
  href: string;
  /** ISO time of the figures that the link shows; undefined: the newest figures. */
  clock: string | undefined;
};

export function CopyReportLink({ href, clock }: Props) {
  const { t } = useTranslation('analysis');
  return (
    <CopyButton
      text={() => new URL(href, window.location.origin).href}
      label={t('report.copyLink')}
      copied={clock ? t('report.copiedLinkAt', { clock: formatZonedMoment(clock) }) : t('report.copiedLink')}
    />
  );
}
