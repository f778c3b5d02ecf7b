/** Formatters of moments, numbers and durations in the reader's language. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatSecond, formatShortWeekday } from '#web/lib/format-precise.ts';

export type ReplayFormatters = {
  /** `Sat 2026-04-17 11:23:45` */
  moment: (ms: number) => string;
  count: (n: number) => string;
  /** `+4`, `−2`, `±0` */
  change: (n: number) => string;
  /** A wait; a dash if nobody waits. */
  wait: (ms: number | null) => string;
};

export function useReplayFormatters(): ReplayFormatters {
  const { language } = useTranslation().i18n;
  return useMemo(() => {
    const plain = new Intl.NumberFormat(language);
    const signed = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' });
    return {
      moment: ms => `${formatShortWeekday(ms, language)} ${formatSecond(ms)}`,
      count: n => plain.format(n),
      change: n => signed.format(n).replace('-', '−'),
      wait: ms => (ms === null ? '–' : formatDuration(Math.max(0, ms), language)),
    };
  }, [language]);
}
