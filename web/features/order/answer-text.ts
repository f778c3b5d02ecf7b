/** Texts of order-form answers, shared by the form, its PDF, the change list, and the wizard's summary. */
import type { TFunction } from 'i18next';
import { type AnswerShape, type OrderFormRow, orderRows } from '#events/order/form.ts';
import { isBuiltin } from '#events/preset/builtin.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { clinicalMeasureOfOption, optionTextKey } from '#web/case/option-lists.ts';

/** @param field name of the answered field */
type Say<S extends AnswerShape> = (t: TFunction, shape: S, value: unknown, field: string) => string;

/** The first 8 and last 4 hex digits of a SHA-256: enough to distinguish records by eye. */
export const shortSha256 = (sha256: string): string => `${sha256.slice(0, 8)}…${sha256.slice(-4)}`;

const fieldsOf = (value: unknown) => new Map<string, unknown>(Object.entries(value ?? {}));
const plain: Say<AnswerShape> = (_t, _shape, value) => String(value);

const degrees = (n: number) => `${n}°`;
const signed = (n: number) => (n > 0 ? `+${n}°` : degrees(n));
const millimetres = (n: number) => `${n} mm`;
/** Number formats by field. */
const numberFormats: Readonly<Record<string, (n: number) => string>> = {
  torque: degrees,
  extraTorsion: degrees,
  tip: degrees,
  extraTorque: signed,
  slice: millimetres,
  mm: millimetres,
  quantity: n => `× ${n}`,
};

/** A tooth's codes are joined as typed: `BH`. */
const inChart: Say<AnswerShape> = (t, of, value, field) =>
  Array.isArray(value) ? value.join('') : shapeText(t, of, value, field);

const textByKind: { [K in AnswerShape['kind']]: Say<Extract<AnswerShape, { kind: K }>> } = {
  text: plain,
  // Text that is not a number stays as typed.
  number: (_t, _shape, value, field) =>
    typeof value === 'number' ? (numberFormats[field]?.(value) ?? String(value)) : String(value),
  tooth: plain,
  contact: (_t, _shape, value) => String(value).replace('-', '/'),
  record: (_t, _shape, value) => shortSha256(String(value)),
  yesNo: (t, _shape, value) => t(optionTextKey('yesNoUnsure', value ? 'yes' : 'no')),
  choice: (t, { list }, value, field) => {
    const word = t(optionTextKey(list, String(value)));
    const measure = clinicalMeasureOfOption(field, String(value));
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
  // Cast: the table is keyed by kind, which TypeScript cannot follow across a union.
  const say = textByKind[shape.kind] as Say<AnswerShape>;
  return say(t, shape, value, field);
}

/** Overridden contradictions with their reasons; `about` is for the rules only. */
function overrideTexts(t: TFunction, value: unknown): string {
  return (
    (Array.isArray(value) ? value : [value])
      .map(fieldsOf)
      .map(said => {
        const field = t(optionTextKey('contradiction', String(said.get('rule'))));
        return t('wizard:label', { field }) + said.get('reason');
      })
      // Separated by semicolons, because titles and reasons may contain commas.
      .join(t('wizard:semicolon'))
  );
}

/** Rows with their own text: undefined falls back to the shape's text. */
const ownRowTexts: Readonly<Record<string, (t: TFunction, value: unknown) => string | undefined>> = {
  'prescription.preset': (t, value) =>
    typeof value === 'string' && isBuiltin(value) ? t(`wizard:preset.${value}`) : undefined,
  'data.overruled': (t, value) => (value === undefined ? '' : overrideTexts(t, value)),
};

/**
 * The text of a row's answer, or of one of several; empty without an answer. Needs the namespaces rx and
 * wizard.
 */
export function answerRowText(t: TFunction, { path, shape }: OrderFormRow, value: unknown): string {
  const field = path.slice(path.lastIndexOf('.') + 1);
  return ownRowTexts[path]?.(t, value) ?? shapeText(t, shape, value, field);
}

const rowAt: ReadonlyMap<string, OrderFormRow> = new Map(orderRows.map(row => [row.path, row]));

/** The text of the answer at a path; a field with its own rows (an address) lists each with its label. */
export function answerTextOfPath(t: TFunction, path: string, value: unknown): string {
  const row = rowAt.get(path);
  if (row) return answerRowText(t, row, value);
  return [...fieldsOf(value)]
    .flatMap(([field, part]) => {
      const inner = rowAt.get(`${path}.${field}`);
      const text = inner ? answerRowText(t, inner, part) : '';
      return inner && text ? `${t(inner.label)} ${text}` : [];
    })
    .join(t('wizard:comma'));
}
