/** The report of one version, in words: the page and the PDF show the very same. Pure. */
import type { TFunction } from 'i18next';
import { angleEnds } from '#events/plan/angle-class.ts';
import { bolton, boltonKinds, widthsOf } from '#events/plan/bolton.ts';
import {
  type Attachment,
  type BundleTooth,
  lastStage,
  type PlanBundle,
  stagesOf,
  teethAt,
} from '#events/plan/bundle.ts';
import { movementAxes, movementOf, unitOfAxis } from '#events/plan/movement.ts';
import { isMovementDifferent } from '#events/plan/version-difference.ts';
import { reportPosters } from '#events/share/shared-bundle.ts';
import { arch, TEETH } from '#events/tooth/fdi.ts';
import type { CaseView, PlanItem, ReviewItem } from '#projections/case/view.ts';
import { momentOf } from '#web/lib/format.ts';
import { stageText } from '#web/lib/stage-text.ts';
import { type Occlusion, occlusionWords } from './occlusion-words.ts';
import { reviewsOf } from './record.ts';
import { acknowledgedText } from './red.ts';
import { factsOf } from './report-facts.ts';
import { boltonText, classText } from './value-words.ts';
import { changeText, checkOf, checkText, columnText, numberText, stateOf } from './words.ts';

export type Fact = { label: string; value: string };
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
  /** Small, under the title. */
  note?: string;
  lines: string[];
  table?: { head: string[]; rows: string[][] };
};
type Found = Pick<ReportSection, 'lines' | 'table' | 'note'>;
/** A picture of the plan by its number (`posterStages`), and what it shows. */
export type ReportPicture = { at: number; caption: string };
export type Report = {
  pictures: ReportPicture[];
  title: string;
  /** Of the document: no name of a person. */
  name: string;
  facts: Fact[];
  notes: string[];
  sections: ReportSection[];
};

export type Reported = {
  view: CaseView;
  plan: PlanItem;
  bundle: PlanBundle | null;
  occlusion: Occlusion;
  t: TFunction;
};

function pictures({ bundle, t }: Reported): ReportPicture[] {
  if (!bundle) return [];
  const last = lastStage(bundle);
  return reportPosters(last).map(({ at, stage }) => {
    const name = stage === 0 ? 'start' : stage === last ? 'goal' : 'underway';
    return { at, caption: t(`review:report.picture.${name}`, { stage, last }) };
  });
}

function values({ bundle, t }: Reported): string[] {
  if (!bundle) return [t('review:report.noPlan')];
  const line = (label: string, value: string) => [label, value].join(t('review:report.colon'));
  const angles = (['canine', 'molar'] as const).map(relation => {
    const found = classText(t, angleEnds(bundle, relation)) ?? t('review:report.unknown');
    return line(t(`review:point.${relation}`), found);
  });
  const widths = widthsOf(bundle);
  const ratios = boltonKinds.map(kind => {
    const label = t('review:bolton.of', { kind: t(`review:bolton.${kind}`) });
    return line(label, boltonText(t, bolton(kind, widths)));
  });
  const mm = bundle.ipr.reduce((sum, one) => sum + one.mm, 0);
  return [
    ...angles,
    ...ratios,
    line(t('review:report.iprAll'), t('review:mm', { value: numberText(mm, 'mm') })),
  ];
}

type Deed = { stage: number; when: string; what: string };

/**
 * Attachments of one type that are bonded and taken off together.
 * @param last aligner of their arch: what is worn to the end is taken off with the treatment
 */
function attached(alike: readonly Attachment[], last: number, t: TFunction): Deed[] {
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

/** What is done at which aligner, in their order, a line for each aligner. */
function todo({ bundle, t }: Reported): string[] {
  if (!bundle) return [t('review:report.noPlan')];
  const reduced = bundle.ipr.map(r => ({
    stage: r.before,
    when: t('review:report.before', { stage: r.before }),
    what: t('review:report.iprLine', { contact: r.contact, mm: numberText(r.mm, 'mm') }),
  }));
  const together = Map.groupBy(bundle.attachments, a => [arch(a.tooth), a.type, a.from, a.to].join());
  const bonded = [...together.values()].flatMap(alike =>
    attached(alike, stagesOf(bundle, arch(alike[0]?.tooth ?? 11)), t),
  );
  const deeds = [...reduced, ...bonded].sort((a, b) => a.stage - b.stage);
  if (deeds.length === 0) return [t('review:report.nothingTodo')];
  const byTime = Map.groupBy(deeds, d => d.when);
  return [...byTime].map(([when, all]) =>
    [when, all.map(d => d.what).join(t('review:report.semicolon'))].join(t('review:report.colon')),
  );
}

/** Teeth that erupt or are extracted on the way, a line each. */
const comings = (teeth: readonly BundleTooth[], t: TFunction): string[] =>
  teeth.flatMap(({ fdi: tooth, from, to }) => [
    ...(from ? [t('review:report.toothComes', { tooth, stage: from })] : []),
    ...(to === undefined ? [] : [t('review:report.toothGoes', { tooth, stage: to + 1 })]),
  ]);

function movements({ bundle, t }: Reported): Found {
  if (!bundle) return { lines: [t('review:report.noPlan')] };
  const inOrder = TEETH.flatMap(number => bundle.teeth.filter(tooth => tooth.fdi === number));
  const lines = comings(inOrder, t);
  const rows = teethAt({ teeth: inOrder }, Infinity)
    .map(tooth => ({ tooth, by: movementOf(tooth, 0, lastStage(bundle)) }))
    .filter(({ by }) => isMovementDifferent(by))
    .map(({ tooth, by }) => [
      String(tooth.fdi),
      ...movementAxes.map(axis => {
        const unit = unitOfAxis(axis);
        return `${columnText(by[axis], unit)}${unit === 'deg' ? '°' : ''}`;
      }),
    ]);
  if (rows.length === 0) return { lines: [...lines, t('review:report.still')] };
  const head = [t('review:report.tooth'), ...movementAxes.map(axis => t(`review:axis.${axis}`))];
  const [first, second] = [t('review:report.movementsNote'), t('review:report.unlisted')];
  const note = t('review:report.sentences', { first, second });
  return { note, lines, table: { head, rows } };
}

function requests({ view, plan, t }: Reported): string[] {
  return view.requests.map(r => {
    const check = checkOf(r, 'plans', plan.version);
    const what = changeText(t, r.change);
    const verdict = t(`review:verdict.${stateOf(r, check)}`);
    const line = t('review:report.requestLine', { request: r.request, what, verdict });
    return [line, checkText(t, r.change, check), r.note].filter(Boolean).join(t('review:report.stop'));
  });
}

function comments({ view, plan, t }: Reported): string[] {
  const here = view.comments.filter(c => c.list === 'plans' && c.version === plan.version);
  return here.map(({ comment, stage, tooth, note, by, at, replies, resolved }) => {
    const where = t(`review:comments.${tooth === null ? 'where' : 'whereTooth'}`, {
      at: stageText(t, stage, 'plans'),
      tooth,
    });
    const said = replies.map(r => t('review:report.replyLine', { name: r.by.name, note: r.note }));
    const who = t('review:report.by', { name: by.name, at: momentOf(at) });
    return [
      `${t('review:report.commentLine', { comment, where, note })} (${who})`,
      ...said,
      ...(resolved ? [t('review:report.resolved')] : []),
    ].join(' · ');
  });
}

const reviews = ({ plan, t }: Reported): string[] =>
  reviewsOf(plan)
    .toReversed()
    .map(({ word, who, at, note, acknowledged }) =>
      [
        [
          t(`review:record.${word}`, { version: plan.version }),
          t('review:report.by', { name: who.name, at: momentOf(at) }),
        ].join(t('review:report.colon')),
        ...(note ? [note] : []),
        ...(acknowledged.length > 0
          ? [
              t('review:record.acknowledged', {
                list: acknowledged.map(key => acknowledgedText(t, key)).join(t('review:report.comma')),
              }),
            ]
          : []),
      ].join(t('review:report.stop')),
    );

function checklist({ plan, t }: Reported): string[] {
  const ticked = (who: 'expert' | 'doctor', review: ReviewItem | null) => {
    if (!review || review.checked.length === 0) return [];
    const list = review.checked.map(point => t(`review:point.${point}`)).join(t('review:report.comma'));
    return [t('review:report.checkedBy', { who: t(`review:record.${who}`), list })];
  };
  return [...ticked('expert', plan.expert), ...ticked('doctor', plan.doctor)];
}

/** @param reported `view` is the reader's own: what is closed to them is not in it, what is masked is masked here */
export function reportOf(reported: Reported): Report {
  const { view, plan, bundle, occlusion, t } = reported;
  const section = (name: ReportSection['name'], more: string[] | Found) => {
    const found: Found = Array.isArray(more) ? { lines: more } : more;
    const title = t(`review:report.${name}`);
    const none = found.lines.length === 0 && !found.table;
    return none ? { name, title, note: t('review:report.none'), lines: [] } : { name, title, ...found };
  };
  const newest = view.plans.at(-1)?.version;
  return {
    title: t('review:report.title'),
    name: t('review:report.name', { caseId: view.caseId, version: plan.version }),
    facts: factsOf(reported),
    pictures: pictures(reported),
    notes: newest !== undefined && newest > plan.version ? [t('review:report.older', { newest })] : [],
    sections: [
      ...(plan.instructions ? [section('instructions', [plan.instructions])] : []),
      {
        ...section('values', values(reported)),
        ...(bundle && { note: t('review:report.valuesNote') }),
      },
      ...(bundle ? [section('occlusion', occlusionWords(t, bundle, occlusion))] : []),
      section('todo', todo(reported)),
      section('movements', movements(reported)),
      section('requests', requests(reported)),
      section('comments', comments(reported)),
      section('reviews', reviews(reported)),
      section('checklist', checklist(reported)),
    ],
  };
}
