/** The days left of a trial account, from its twentieth day on. */
import { useTranslation } from 'react-i18next';

const DAY_MS = 86_400_000;
/** A trial lasts 30 days. */
const SHOWN_DAYS = 10;

/** The days left, counting a begun one; undefined while none is shown. @param until ISO time of the trial's end */
export function trialDaysLeft(until: string | null | undefined, now: number): number | undefined {
  const days = until ? Math.ceil((Date.parse(until) - now) / DAY_MS) : 0;
  return days > 0 && days <= SHOWN_DAYS ? days : undefined;
}

export function TrialDaysNotice({ until, now }: { until: string | null | undefined; now: number }) {
  const { t } = useTranslation('shell');
  const count = trialDaysLeft(until, now);
  return count === undefined ? null : <p className="t-2">{t('trial', { count })}</p>;
}
