/** The facts at the head of a report. Pure. */
import type { ReviewItem } from '#projections/case/view.ts';
import { formatShortHash } from '#web/case/plan-value-text.ts';
import { formatMoment } from '#web/lib/format.ts';
import { planName } from '#web/lib/plan-name.ts';
import type { ReportFact, ReportInput } from './report.ts';

/** Returns patient, version and decisions as label–value pairs. */
export function reportFacts({ view, plan, t }: ReportInput): ReportFact[] {
  const fact = (label: string, value: string): ReportFact => ({ label: t(`review:report.${label}`), value });
  const { version, upperStages: upper, lowerStages: lower } = plan;
  const clinic = view.sections.patient?.clinic;
  return [
    fact('caseId', view.caseId),
    fact('patient', view.header.patientName),
    ...(clinic ? [fact('clinic', clinic)] : []),
    fact('plan', t('review:report.versionOf', { version, name: planName(t, plan) })),
    fact('designed', t('review:report.by', { name: plan.by.name, at: formatMoment(plan.at) })),
    fact('stages', t('review:report.stagesBoth', { upper, lower })),
    ...decisions({ plan, t }),
    fact('hash', formatShortHash(plan.bundle)),
  ];
}

/** Each reviewer and decision, including open ones. "Expert" is the spec's professor. */
function decisions({ plan, t }: Pick<ReportInput, 'plan' | 't'>): ReportFact[] {
  const by = (review: ReviewItem) =>
    t('review:report.by', { name: review.by.name, at: formatMoment(review.at) });
  const said = (['expert', 'doctor'] as const).map(who => {
    const review = plan[who];
    const value = review
      ? [t(`plan:result.${review.result}`), by(review)].join(t('review:report.colon'))
      : t('plan:result.open');
    return { label: t(`review:record.${who}`), value };
  });
  if (!plan.void) return said;
  const { name } = plan.void.by;
  const value = t('review:report.by', { name, at: formatMoment(plan.void.at) });
  return [...said, { label: t('plan:reviewState.void'), value }];
}
