/**
 * Deviations of a plan from the order, as keys in a review's record and as sentences: one key, one sentence.
 */
import type { TFunction } from 'i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { findOrderDeviations, type OrderDeviation, type OrderSections } from '#events/plan/order-check.ts';
import { compareTeeth } from '#events/plan/same-teeth.ts';
import type { RedItem } from './red-items.ts';

type Words = Record<string, string>;

const hundredths = (mm: number) => Math.round(100 * mm);
const back = (digits: 1 | 2, text = ''): string => (Number(text) / 10 ** digits).toFixed(digits);

/**
 * `order:<kind>:<text>`; mm in hundredths, degrees in tenths: `order:ipr:11-21-40-30`,
 * `order:ipr:11-21-0-open`.
 */
function keyOf(found: OrderDeviation): string {
  const textOf = {
    locked: (f: OrderDeviation & { kind: 'locked' }) =>
      `${f.tooth}-${hundredths(f.mm)}-${Math.round(10 * f.deg)}-${f.stage}`,
    extracted: (f: OrderDeviation & { kind: 'extracted' }) => [...f.teeth, f.how].join('-'),
    ipr: (f: OrderDeviation & { kind: 'ipr' }) =>
      `${f.contact}-${hundredths(f.planned)}-${f.ordered === null ? 'open' : hundredths(f.ordered)}`,
    attachment: (f: OrderDeviation & { kind: 'attachment' }) => `${f.tooth}`,
    class: (f: OrderDeviation & { kind: 'class' }) => `${f.side}-${f.ordered}-${f.planned}`,
  };
  // The kind of a finding selects its row; the table's type cannot express this.
  const row = textOf[found.kind] as (f: OrderDeviation) => string;
  return `order:${found.kind}:${row(found)}`;
}

type Row = {
  kind: string;
  form: RegExp;
  words: (t: TFunction, parts: string[]) => [word: string, words: Words];
};

const rows: readonly Row[] = [
  {
    kind: 'locked',
    form: /^(\d\d)-(\d+)-(\d+)-(\d+)$/,
    words: (_, [tooth = '', mm, degrees, stage = '']) => [
      'locked',
      { tooth, mm: back(2, mm), degrees: back(1, degrees), stage },
    ],
  },
  {
    kind: 'extracted',
    form: /^(\d\d(?:-\d\d)*)-(stays|there|gone)$/,
    words: (t, [teeth = '', how = '']) => [how, { tooth: teeth.split('-').join(t('review:report.comma')) }],
  },
  {
    kind: 'ipr',
    form: /^(\d\d-\d\d)-(\d+)-(\d+|open)$/,
    words: (_, [contact = '', planned, ordered]) => [
      ordered === 'open' ? 'iprOpen' : Number(ordered) > 0 ? 'ipr' : 'iprNone',
      { contact, planned: back(2, planned), ordered: back(2, ordered) },
    ],
  },
  { kind: 'attachment', form: /^(\d\d)$/, words: (_, [tooth = '']) => ['attachment', { tooth }] },
  {
    kind: 'class',
    form: /^(right|left)-(I{1,3})-(I{1,3})$/,
    words: (t, [side = '', ordered = '', planned = '']) => [
      'class',
      {
        side: t(`review:angle.side.${side}`),
        ordered: t(`review:angle.class.${ordered}`),
        planned: t(`review:angle.class.${planned}`),
      },
    ],
  },
  // Records of older releases name only the version.
  { kind: 'teeth', form: /^(\d+)$/, words: (_, [version = '']) => ['teeth', { version }] },
  {
    kind: 'shapes',
    form: /^(\d+)-(\d+)-(\d+)-(\d\d(?:-\d\d)*)$/,
    words: (t, [version = '', mm, more = '', teeth = '']) => [
      more === '0' ? 'shapes' : 'shapesMore',
      { version, mm: back(2, mm), more, teeth: teeth.split('-').join(t('review:report.comma')) },
    ],
  },
];

/** The sentence of a key; undefined for other keys. */
export function orderRedPointText(t: TFunction, key: string): string | undefined {
  const [order, kind, text, ...rest] = key.split(':');
  const row = rows.find(one => one.kind === kind);
  const parts = row?.form.exec(text ?? '');
  if (order !== 'order' || rest.length > 0 || !row || !parts) return undefined;
  const [word, words] = row.words(t, parts.slice(1));
  return t(`review:red.order.${word}`, words);
}

const redOf = (t: TFunction, key: string): RedItem => ({ key, text: orderRedPointText(t, key) ?? key });

/** One red point per tooth, contact or side that deviates from the order. */
export function orderDeviationRedItems(
  bundle: PlanBundle | null,
  order: OrderSections,
  t: TFunction,
): RedItem[] {
  return bundle ? findOrderDeviations(bundle, order).map(found => redOf(t, keyOf(found))) : [];
}

/** A version to compare with; `bundle` is null if it has no readable plan.json. */
type First = { version: number; bundle: PlanBundle | null } | null;

/**
 * Maximum number of teeth named in a key, because a review's keys have at most 64 characters. Further teeth are
 * counted.
 */
const maxNamedTeeth = 12;

/**
 * The alarm that the models may belong to another patient: differing shapes, with the teeth and the largest
 * distance.
 */
export function differentPatientRedItems(bundle: PlanBundle | null, first: First, t: TFunction): RedItem[] {
  if (!bundle || !first?.bundle) return [];
  const { differ } = compareTeeth(first.bundle, bundle);
  if (differ.length === 0) return [];
  const mm = hundredths(Math.max(...differ.map(one => one.mm)));
  const named = differ.slice(0, maxNamedTeeth).map(({ tooth }) => tooth);
  const parts = [first.version, mm, differ.length - named.length, ...named];
  return [redOf(t, `order:shapes:${parts.join('-')}`)];
}

/** Teeth that only one of the two versions has, such as extracted ones: notes, not alarms. */
export function describeTeethOfOneVersion(
  bundle: PlanBundle | null,
  first: First,
  order: OrderSections,
  t: TFunction,
): string[] {
  if (!bundle || !first?.bundle) return [];
  const { gone, added } = compareTeeth(first.bundle, bundle);
  const ordered: readonly number[] = [...(order.markers?.extract ?? []), ...(order.markers?.missing ?? [])];
  const lists = {
    goneOrdered: gone.filter(tooth => ordered.includes(tooth)),
    gone: gone.filter(tooth => !ordered.includes(tooth)),
    added,
  };
  return Object.entries(lists).flatMap(([word, teeth]) =>
    teeth.length === 0
      ? []
      : t(`review:teethNote.${word}`, {
          count: teeth.length,
          teeth: teeth.join(t('review:report.comma')),
          version: first.version,
        }),
  );
}
