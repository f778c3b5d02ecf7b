/** The report of one version as text, shared by page and PDF. Pure. */
import type { TFunction } from 'i18next';
import { angleClassesAtStartAndGoal } from '#events/plan/angle-class.ts';
import { boltonKinds, computeBolton, goalToothWidths } from '#events/plan/bolton.ts';
import { type BundleTooth, lastStage, type PlanBundle, teethPresentAt } from '#events/plan/bundle.ts';
import { movementAxes, movementOf, unitOfAxis } from '#events/plan/movement.ts';
import { isMovementDifferent } from '#events/plan/version-difference.ts';
import { posterStagesOfReport } from '#events/share/shared-bundle.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import type { CaseView, PlanItem, ReviewItem } from '#projections/case/view.ts';
import { angleClassText, boltonText } from '#web/case/plan-value-text.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatMoment } from '#web/lib/format.ts';
import { stageText } from '#web/lib/stage-text.ts';
import { type MeasuredOcclusion, occlusionText } from './occlusion-text.ts';
import { acknowledgedPointText } from './red-items.ts';
import { reportFacts } from './report-facts.ts';
import { alignerTaskLines } from './report-tasks.ts';
import {
  changeRequestCheckOfVersion,
  changeRequestState,
  changeRequestText,
  checkResultText,
  fixedDecimalText,
  measuredNumberText,
} from './request-text.ts';
import { reviewRecordLines } from './review-record.ts';

export type ReportFact = { label: string; value: string };
export type ReportSection = {
  name:
    | 'instructions'
    | 'values'
    | 'occlusion'
    | 'todo'
    | 'movements'
    | 'requests'
    | 'comments'
    | 'reviews'
    | 'checklist';
  title: string;
  /** Small text under the title. */
  note?: string;
  lines: string[];
  table?: { head: string[]; rows: string[][] };
};
type ReportLines = Pick<ReportSection, 'lines' | 'table' | 'note'>;
/** A poster picture by number (`posterStages`), with its caption. */
export type ReportPicture = { at: number; caption: string };
export type ReportContent = {
  pictures: ReportPicture[];
  title: string;
  /** Name of the document; contains no person's name. */
  name: string;
  facts: ReportFact[];
  notes: string[];
  sections: ReportSection[];
};

export type ReportInput = {
  view: CaseView;
  plan: PlanItem;
  bundle: PlanBundle | null;
  occlusion: MeasuredOcclusion;
  t: TFunction;
};

function pictures({ bundle, t }: ReportInput): ReportPicture[] {
  if (!bundle) return [];
  const last = lastStage(bundle);
  return posterStagesOfReport(last).map(({ at, stage }) => {
    const name = stage === 0 ? 'start' : stage === last ? 'goal' : 'underway';
    return { at, caption: t(`review:report.picture.${name}`, { stage, last }) };
  });
}

function values({ bundle, t }: ReportInput): string[] {
  if (!bundle) return [t('review:report.noPlan')];
  const line = (label: string, value: string) => [label, value].join(t('review:report.colon'));
  const angles = (['canine', 'molar'] as const).map(relation => {
    const found =
      angleClassText(t, angleClassesAtStartAndGoal(bundle, relation)) ?? t('review:report.unknown');
    return line(t(`review:point.${relation}`), found);
  });
  const widths = goalToothWidths(bundle);
  const ratios = boltonKinds.map(kind => {
    const label = t('review:bolton.of', { kind: t(`review:bolton.${kind}`) });
    return line(label, boltonText(t, computeBolton(kind, widths)));
  });
  const mm = bundle.ipr.reduce((sum, one) => sum + one.mm, 0);
  return [
    ...angles,
    ...ratios,
    line(t('review:report.iprAll'), t('review:mm', { value: measuredNumberText(mm, 'mm') })),
  ];
}

/** Teeth that erupt or are extracted during the treatment, one line each. */
const eruptionLines = (teeth: readonly BundleTooth[], t: TFunction): string[] =>
  teeth.flatMap(({ fdi: tooth, from, to }) => [
    ...(from ? [t('review:report.toothComes', { tooth, stage: from })] : []),
    ...(to === undefined ? [] : [t('review:report.toothGoes', { tooth, stage: to + 1 })]),
  ]);

function movements({ bundle, t }: ReportInput): ReportLines {
  if (!bundle) return { lines: [t('review:report.noPlan')] };
  const inOrder = TEETH.flatMap(number => bundle.teeth.filter(tooth => tooth.fdi === number));
  const lines = eruptionLines(inOrder, t);
  const rows = teethPresentAt({ teeth: inOrder }, Infinity)
    .map(tooth => ({ tooth, by: movementOf(tooth, 0, lastStage(bundle)) }))
    .filter(({ by }) => isMovementDifferent(by))
    .map(({ tooth, by }) => [
      String(tooth.fdi),
      ...movementAxes.map(axis => {
        const unit = unitOfAxis(axis);
        return `${fixedDecimalText(by[axis], unit)}${unit === 'deg' ? '°' : ''}`;
      }),
    ]);
  if (rows.length === 0) return { lines: [...lines, t('review:report.still')] };
  const head = [t('review:report.tooth'), ...movementAxes.map(axis => t(`review:axis.${axis}`))];
  const [first, second] = [t('review:report.movementsNote'), t('review:report.unlisted')];
  const note = t('review:report.sentences', { first, second });
  return { note, lines, table: { head, rows } };
}

function requests({ view, plan, t }: ReportInput): string[] {
  return view.requests.map(r => {
    const check = changeRequestCheckOfVersion(r, 'plans', plan.version);
    const what = changeRequestText(t, r.change);
    const verdict = t(`review:verdict.${changeRequestState(r, check)}`);
    const line = t('review:report.requestLine', { request: r.request, what, verdict });
    return [line, checkResultText(t, r.change, check), r.note].filter(Boolean).join(t('review:report.stop'));
  });
}

function comments({ view, plan, t }: ReportInput): string[] {
  const here = view.comments.filter(c => c.list === 'plans' && c.version === plan.version);
  return here.map(({ comment, stage, tooth, note, by, at, replies, resolved }) => {
    const where = t(`review:comments.${tooth === null ? 'where' : 'whereTooth'}`, {
      at: stageText(t, stage, 'plans'),
      tooth,
    });
    const said = replies.map(r => t('review:report.replyLine', { name: actorName(r.by, t), note: r.note }));
    const who = t('review:report.by', { name: actorName(by, t), at: formatMoment(at) });
    return [
      `${t('review:report.commentLine', { comment, where, note })} (${who})`,
      ...said,
      ...(resolved ? [t('review:report.resolved')] : []),
    ].join(' · ');
  });
}

const reviews = ({ plan, t }: ReportInput): string[] =>
  reviewRecordLines(plan)
    .toReversed()
    .map(({ word, who, at, note, acknowledged }) =>
      [
        [
          t(`review:record.${word}`, { version: plan.version }),
          t('review:report.by', { name: who.name, at: formatMoment(at) }),
        ].join(t('review:report.colon')),
        ...(note ? [note] : []),
        ...(acknowledged.length > 0
          ? [
              t('review:record.acknowledged', {
                list: acknowledged.map(key => acknowledgedPointText(t, key)).join(t('review:report.comma')),
              }),
            ]
          : []),
      ].join(t('review:report.stop')),
    );

function checklist({ plan, t }: ReportInput): string[] {
  const ticked = (who: 'expert' | 'doctor', review: ReviewItem | null) => {
    if (!review || review.checked.length === 0) return [];
    const list = review.checked.map(point => t(`review:point.${point}`)).join(t('review:report.comma'));
    return [t('review:report.checkedBy', { who: t(`review:record.${who}`), list })];
  };
  return [...ticked('expert', plan.expert), ...ticked('doctor', plan.doctor)];
}

/**
 * @param reported `view` is the reader's own view, so closed sections are missing and masked values stay
 *   masked
 */
export function reportContentOf(reported: ReportInput): ReportContent {
  const { view, plan, bundle, occlusion, t } = reported;
  const section = (name: ReportSection['name'], more: string[] | ReportLines) => {
    const found: ReportLines = Array.isArray(more) ? { lines: more } : more;
    const title = t(`review:report.${name}`);
    const none = found.lines.length === 0 && !found.table;
    return none ? { name, title, note: t('review:report.none'), lines: [] } : { name, title, ...found };
  };
  const newest = view.plans.at(-1)?.version;
  return {
    title: t('review:report.title'),
    name: t('review:report.name', { caseId: view.caseId, version: plan.version }),
    facts: reportFacts(reported),
    pictures: pictures(reported),
    notes: newest !== undefined && newest > plan.version ? [t('review:report.older', { newest })] : [],
    sections: [
      ...(plan.instructions ? [section('instructions', [plan.instructions])] : []),
      {
        ...section('values', values(reported)),
        ...(bundle && { note: t('review:report.valuesNote') }),
      },
      ...(bundle ? [section('occlusion', occlusionText(t, bundle, occlusion))] : []),
      section('todo', alignerTaskLines(reported)),
      section('movements', movements(reported)),
      section('requests', requests(reported)),
      section('comments', comments(reported)),
      section('reviews', reviews(reported)),
      section('checklist', checklist(reported)),
    ],
  };
}
