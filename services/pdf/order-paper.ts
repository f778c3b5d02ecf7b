/** Content of the order form on paper: the case as its reader sees it, in one language. Pure. */
import type { TFunction } from 'i18next';
import { marksOf } from '#events/case/markers.ts';
import {
  filesOfRow,
  isRowOfMethod,
  type OrderSection,
  type OrderSectionName,
  orderAnswerOf,
  orderForm,
} from '#events/order/form.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { createEmptyMarks, isUnmarked, sentence } from '#events/tooth/marks.ts';
import type { SentenceWords } from '#events/tooth/sentence.ts';
import type { CaseView, FileItem } from '#projections/case/view.ts';
import { optionTextKey } from '#web/case/option-lists.ts';
import { answerRowText, shortSha256 } from '#web/features/order/answer-text.ts';
import { summaryPieces, summaryText } from '#web/features/wizard/summary-text.ts';
import { formatMoment } from '#web/lib/format.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import type { ChartContent } from './chart.ts';

export type PaperFact = { label: string; value: string };
export type PaperFileLine = { id: string; label: string; about: string; hash: string; pictured: boolean };
export type OrderPaper = {
  /** Title of the document, without a person's name. */
  name: string;
  title: string;
  brand: string;
  head: PaperFact[];
  notes: string[];
  sections: { name: OrderSectionName; title: string; facts: PaperFact[] }[];
  nothing: string;
  mirror: { title: string; paragraphs: string[] };
  /** Tooth chart with its text equivalent in `lines`. Null if no tooth has marks. */
  chart: { teeth: ChartContent; lines: string[] } | null;
  records: { title: string; items: PaperFileLine[]; noPreview: string };
  sign: [string, string];
};

/** Texts of a tooth chart: letters of its sides, and sentences below it. */
export type ChartWords = { chart: { right: string; left: string }; sentence: SentenceWords };
export type OrderPaperContext = { t: TFunction; chart: ChartWords; now: number; hidden: boolean };

function headOf({ header, asOf }: CaseView, { t, now }: OrderPaperContext): PaperFact[] {
  const fact = (key: string, value: string): PaperFact => ({ label: t(`order:${key}`), value });
  return [
    fact('caseId', header.caseId),
    fact('status', t(`case:status.${header.statusWord.replace('.', '_')}`)),
    fact('submitted', header.submittedAt ? formatMoment(header.submittedAt) : t('order:draft')),
    fact('owner', header.owner.name),
    ...(header.parentId ? [fact('parent', header.parentId)] : []),
    fact('stood', formatMoment(asOf ?? header.updatedAt)),
    fact('printed', formatMoment(now)),
  ];
}

/** The answered questions of a section. */
export const answeredFactsIn = (view: CaseView, { rows }: OrderSection, t: TFunction): PaperFact[] =>
  rows.flatMap(row => {
    const value = isRowOfMethod(view, row) ? answerRowText(t, row, orderAnswerOf(view, row)) : '';
    return value === '' ? [] : [{ label: t(row.label), value }];
  });

const pictured = ({ kind }: FileItem) => kind === 'photo' || kind === 'radiograph';

function recordsIn(view: CaseView, t: TFunction): PaperFileLine[] {
  const rows = orderForm.find(section => section.name === 'files')?.rows ?? [];
  return rows.flatMap(row =>
    filesOfRow(view.files, row).map(file => ({
      id: file.id,
      label: t(row.label),
      about: t('order:file', { name: file.name, size: formatBytes(file.size) }),
      hash: shortSha256(file.sha256),
      pictured: pictured(file),
    })),
  );
}

type Brackets = NonNullable<NonNullable<CaseView['sections']['prescription']>['lingual']>['brackets'];

/** Legend of the codes on the chart: `T Tube, B Lingual bracket`. */
const legendOf = (brackets: Brackets, t: TFunction): string =>
  [...new Set(Object.values(brackets ?? {}).flatMap(codes => codes ?? []))]
    .map(code => `${code} ${t(optionTextKey('bracket', code))}`)
    .join(t('wizard:comma'));

function chartOf({ header, sections }: CaseView, { t, chart }: OrderPaperContext): OrderPaper['chart'] {
  const { markers = {}, prescription = {} } = sections;
  const marks = header.method === 2 ? createEmptyMarks() : marksOf(markers);
  const aligners = header.method === 1;
  const marked = aligners || !isUnmarked(marks);
  const brackets = header.method === 2 ? prescription.lingual?.brackets : undefined;
  const legend = legendOf(brackets, t);
  if (!marked && legend === '') return null;
  const codes = TEETH.map(tooth => [tooth, brackets?.[tooth]?.join('') ?? '']);
  const lines = [
    marked ? sentence(marks, chart.sentence) : '',
    aligners && !markers.confirmed ? t('order:marksOpen') : '',
    legend,
  ];
  const sides: [string, string] = [chart.chart.right, chart.chart.left];
  return { teeth: { marks, codes: Object.fromEntries(codes), sides }, lines: lines.filter(Boolean) };
}

function mirrorOf(view: CaseView, { t, chart, now }: OrderPaperContext): string[] {
  const { patient = {}, diagnosis = {}, prescription = {}, markers = {}, data = {} } = view.sections;
  const edited = { patient, diagnosis, prescription, markers, data };
  const told = { edited, missing: new Set<string>(), changed: [], now, words: chart.sentence };
  return summaryText(summaryPieces(t, told)).split('\n').filter(Boolean);
}

/** Composes the paper of a case. Times are in the zone given to format.ts. */
export function orderPaperOf(view: CaseView, said: OrderPaperContext): OrderPaper {
  const { t, hidden } = said;
  return {
    name: `${t('order:title')} ${view.caseId}`,
    title: t('order:title'),
    brand: t('common:product'),
    head: headOf(view, said),
    notes: hidden ? [t('order:hidden')] : [],
    sections: orderForm
      .filter(section => section.name !== 'files')
      .map(section => ({
        name: section.name,
        title: t(`rx:section.${section.name}`),
        facts: answeredFactsIn(view, section, t),
      })),
    nothing: t('order:nothing'),
    mirror: { title: t('order:mirror'), paragraphs: mirrorOf(view, said) },
    chart: chartOf(view, said),
    records: {
      title: t('order:records'),
      items: recordsIn(view, t),
      noPreview: t('order:noPreview'),
    },
    sign: [t('order:signature'), t('order:date')],
  };
}
