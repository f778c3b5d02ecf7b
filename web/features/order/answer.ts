/** An answer of the order form in words: one place for the form, its PDF, what changed, and the wizard's summary. */
import type { TFunction } from 'i18next';
import { type AnswerShape, type OrderRow, orderRows } from '#events/order/form.ts';
import { isBuiltin } from '#events/preset/builtin.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { measureOf, optionWord } from '#web/features/case/option-lists.ts';

/** @param field name of what is answered */
type Say<S extends AnswerShape> = (t: TFunction, shape: S, value: unknown, field: string) => string;

/** The first 8 and the last 4 of a SHA-256 in hex: enough to tell two records apart by eye. */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 8)}…${sha256.slice(-4)}`;

const fieldsOf = (value: unknown) => new Map<string, unknown>(Object.entries(value ?? {}));
const plain: Say<AnswerShape> = (_t, _shape, value) => String(value);

const degrees = (n: number) => `${n}°`;
const signed = (n: number) => (n > 0 ? `+${n}°` : degrees(n));
const millimetres = (n: number) => `${n} mm`;
/** How a number is written, by its field. */
const written: Readonly<Record<string, (n: number) => string>> = {
  torque: degrees,
  extraTorsion: degrees,
  tip: degrees,
  extraTorque: signed,
  slice: millimetres,
  mm: millimetres,
  quantity: n => `× ${n}`,
};

/** Codes of a tooth stand together as they are typed: `BH`. */
const inChart: Say<AnswerShape> = (t, of, value, field) =>
  Array.isArray(value) ? value.join('') : shapeText(t, of, value, field);

const sayings: { [K in AnswerShape['kind']]: Say<Extract<AnswerShape, { kind: K }>> } = {
  text: plain,
  // What is typed and is no number yet stays as it was typed.
  number: (_t, _shape, value, field) =>
    typeof value === 'number' ? (written[field]?.(value) ?? String(value)) : String(value),
  tooth: plain,
  contact: (_t, _shape, value) => String(value).replace('-', '/'),
  record: (_t, _shape, value) => shortHash(String(value)),
  yesNo: (t, _shape, value) => t(optionWord('yesNoUnsure', value ? 'yes' : 'no')),
  choice: (t, { list }, value, field) => {
    const word = t(optionWord(list, String(value)));
    const measure = measureOf(field, String(value));
    return measure ? t('rx:measured', { word, measure }) : word;
  },
  list: (t, { of }, value, field) =>
    (Array.isArray(value) ? value : [value])
      .map(part => shapeText(t, of, part, field))
      .join(t('wizard:comma')),
  chart: (t, { of }, value, field) => {
    const said = fieldsOf(value);
    return TEETH.flatMap(tooth => {
      const entry = inChart(t, of, said.get(String(tooth)) ?? '', field);
      return entry ? `${tooth} ${entry}` : [];
    }).join(t('wizard:comma'));
  },
  entry: (t, { fields }, value) => {
    const said = fieldsOf(value);
    return Object.entries(fields)
      .map(([name, of]) => shapeText(t, of, said.get(name), name))
      .filter(Boolean)
      .join(' ');
  },
};

function shapeText(t: TFunction, shape: AnswerShape, value: unknown, field: string): string {
  if (value === undefined || value === '') return '';
  // The table is keyed by kind: this pairing is sound, and TypeScript cannot follow it across a union.
  const say = sayings[shape.kind] as Say<AnswerShape>;
  return say(t, shape, value, field);
}

/** What was let stand, each with its reason; what it is about in detail is for the rules alone. */
function overrulings(t: TFunction, value: unknown): string {
  return (
    (Array.isArray(value) ? value : [value])
      .map(fieldsOf)
      .map(said => {
        const field = t(optionWord('contradiction', String(said.get('rule'))));
        return t('wizard:label', { field }) + said.get('reason');
      })
      // A title or a reason may hold commas of its own.
      .join(t('wizard:semicolon'))
  );
}

/** Rows whose answers say more, or less, than their shape: undefined where this one does not. */
const own: Readonly<Record<string, (t: TFunction, value: unknown) => string | undefined>> = {
  'prescription.preset': (t, value) =>
    typeof value === 'string' && isBuiltin(value) ? t(`wizard:preset.${value}`) : undefined,
  'data.overruled': (t, value) => (value === undefined ? '' : overrulings(t, value)),
};

/** A row's answer, or one of several, as text; empty where there is none. Needs the namespaces rx and wizard. */
export function rowText(t: TFunction, { path, shape }: OrderRow, value: unknown): string {
  const field = path.slice(path.lastIndexOf('.') + 1);
  return own[path]?.(t, value) ?? shapeText(t, shape, value, field);
}

const rowAt: ReadonlyMap<string, OrderRow> = new Map(orderRows.map(row => [row.path, row]));

/** The answer at a path as text; what has rows of its own (an address) says each with its label. */
export function textAt(t: TFunction, path: string, value: unknown): string {
  const row = rowAt.get(path);
  if (row) return rowText(t, row, value);
  return [...fieldsOf(value)]
    .flatMap(([field, part]) => {
      const inner = rowAt.get(`${path}.${field}`);
      const text = inner ? rowText(t, inner, part) : '';
      return inner && text ? `${t(inner.label)} ${text}` : [];
    })
    .join(t('wizard:comma'));
}
