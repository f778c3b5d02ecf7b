/** Expected dates of a case's next steps, derived from similar cases. */
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { daysBetween } from '#events/case/calendar.ts';
import type { ForecastStep } from '#events/forecast/forecast.ts';
import type { CaseView } from '#projections/case/view.ts';
import { formatShortDay } from '#web/lib/format.ts';
import { caseForecastQuery } from '#web/lib/queries.ts';
import { Badge } from '#web/ui/chip.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './case.module.css';

type Props = { view: CaseView /** yyyy-mm-dd */; today: string };

/** A step as one sentence: the likely date and the latest date as far as they are known, or why there is none. */
export function expectedStepText(
  { step, by }: Pick<ForecastStep, 'step' | 'by'>,
  t: TFunction,
  lang: string,
): string {
  const name = t(`caseDetail:expected.of.${step}`);
  if (!by) return t('caseDetail:expected.few', { step: name });
  if (by.half === null) return t('caseDetail:expected.unknown', { step: name });
  const half = formatShortDay(by.half, lang);
  if (by.most === null) return t('caseDetail:expected.likely', { step: name, half });
  const most = formatShortDay(by.most, lang);
  return t(`caseDetail:expected.${half === most ? 'sameDay' : 'days'}`, { step: name, half, most });
}

/**
 * How many similar cases a step's forecast is based on: those that reached the step, and those that are still on the
 * way.
 */
function basisText({ cases, open }: Pick<ForecastStep, 'cases' | 'open'>, t: TFunction): string {
  const arrived = t('caseDetail:expected.from', { count: cases });
  return open === 0
    ? arrived
    : `${arrived}${t('caseDetail:comma')}${t('caseDetail:expected.open', { count: open })}`;
}

/** Renders nothing if there are too few similar cases. */
export function ExpectedSteps({ view, today }: Props) {
  const { t, i18n } = useTranslation('caseDetail');
  const { data: steps = [], refetch } = useQuery(caseForecastQuery(view.caseId));
  const { revision } = view;
  useEffect(() => {
    // Reloads after each event of this case. Events of similar cases take effect at the next visit.
    if (revision >= 0) void refetch();
  }, [revision, refetch]);
  const [first] = steps;
  if (!first) return null;
  return (
    <Panel title={t('expected.title')}>
      <ul className={styles.expected}>
        {steps.map(one => (
          <li key={one.step}>
            <span>{expectedStepText(one, t, i18n.language)}</span>
            <span className="t-small t-2">{basisText(one, t)}</span>
            {one.overdue && <Badge tone="warn">{t('expected.overdue')}</Badge>}
          </li>
        ))}
      </ul>
      <p className="t-small t-2">
        {t('expected.counted', {
          step: t(`expected.of.${first.from}`),
          since: formatShortDay(first.since, i18n.language),
          count: daysBetween(first.since, today),
        })}
      </p>
    </Panel>
  );
}
