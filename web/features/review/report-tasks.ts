/** Chairside tasks of a plan, as lines of its report. */
import type { TFunction } from 'i18next';
import { type Attachment, stageCountOf } from '#events/plan/bundle.ts';
import { archOf } from '#events/tooth/fdi.ts';
import type { ReportInput } from './report.ts';
import { measuredNumberText } from './request-text.ts';

type Deed = { stage: number; when: string; what: string };

/**
 * Tasks of bonding and removing attachments of one type, worn on the same aligners. @param last last aligner of their arch:
 * attachments worn to the end are removed with the treatment
 */
function attachmentTasks(alike: readonly Attachment[], last: number, t: TFunction): Deed[] {
  const [a] = alike;
  if (!a) return [];
  const tooth = alike.map(one => one.tooth).join(t('review:report.comma'));
  const words = { tooth, type: t(`rx:option.attachmentType.${a.type}`) };
  const on = {
    stage: a.from,
    when: t('review:report.before', { stage: Math.max(1, a.from) }),
    what: t('review:report.bond', words),
  };
  if (a.to >= last) return [on];
  const when = t('review:report.after', { stage: a.to });
  return [on, { stage: a.to + 0.5, when, what: t('review:report.takeOff', words) }];
}

/** Tasks by aligner, one line per aligner. */
export function alignerTaskLines({ bundle, t }: ReportInput): string[] {
  if (!bundle) return [t('review:report.noPlan')];
  const reduced = bundle.ipr.map(r => ({
    stage: r.before,
    when: t('review:report.before', { stage: r.before }),
    what: t('review:report.iprLine', { contact: r.contact, mm: measuredNumberText(r.mm, 'mm') }),
  }));
  const together = Map.groupBy(bundle.attachments, a => [archOf(a.tooth), a.type, a.from, a.to].join());
  const bonded = [...together.values()].flatMap(alike =>
    attachmentTasks(alike, stageCountOf(bundle, archOf(alike[0]?.tooth ?? 11)), t),
  );
  const deeds = [...reduced, ...bonded].sort((a, b) => a.stage - b.stage);
  if (deeds.length === 0) return [t('review:report.nothingTodo')];
  const byTime = Map.groupBy(deeds, d => d.when);
  return [...byTime].map(([when, all]) =>
    [when, all.map(d => d.what).join(t('review:report.semicolon'))].join(t('review:report.colon')),
  );
}
