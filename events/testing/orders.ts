/** Generates orders for property tests from the form's rows. Each row is answered or open. */
import fc from 'fast-check';
import type { CaseFileFacts } from '../case/files.ts';
import { fileKinds, options } from '../case/options.ts';
import type { Sections } from '../case/sections.ts';
import { type AnswerShape, filesOfRow, type Order, type OrderFormRow, orderRows } from '../order/form.ts';
import { contactKeys, TEETH } from '../tooth/fdi.ts';

const makers: {
  [K in AnswerShape['kind']]: (shape: Extract<AnswerShape, { kind: K }>) => fc.Arbitrary<unknown>;
} = {
  text: () => fc.stringMatching(/^[a-z]{1,8}$/),
  number: () => fc.integer({ min: 1, max: 60 }),
  yesNo: () => fc.boolean(),
  tooth: () => fc.constantFrom(...TEETH),
  contact: () => fc.constantFrom(...contactKeys()),
  record: () => fc.stringMatching(/^[0-9a-f]{64}$/),
  choice: ({ list }) => fc.constantFrom<unknown>(...options[list]),
  list: ({ of }) =>
    fc.uniqueArray(arbitraryAnswers(of), { minLength: 1, maxLength: 3, selector: v => JSON.stringify(v) }),
  chart: ({ of }) =>
    fc.dictionary(fc.constantFrom(...TEETH.map(String)), arbitraryAnswers(of), { minKeys: 1, maxKeys: 4 }),
  entry: ({ fields }) =>
    fc.record(Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, arbitraryAnswers(of)]))),
};

/** Generates answers of a shape. */
export function arbitraryAnswers(shape: AnswerShape): fc.Arbitrary<unknown> {
  // Cast: the table is keyed by kind, so the maker fits the shape, which TypeScript cannot infer for a union.
  const maker = makers[shape.kind] as (shape: AnswerShape) => fc.Arbitrary<unknown>;
  return maker(shape);
}

export const createEmptyOrder = (): Order => ({ sections: {}, files: [] });

function withRecords(order: Order, row: OrderFormRow, hashes: readonly string[]): Order {
  const name = row.path.slice('files.'.length);
  const kind = fileKinds.find(k => k === name) ?? 'photo';
  const made = hashes.map((sha256, at): CaseFileFacts => {
    // Cast: a name that is not a kind is a slot.
    const slot = kind === name ? null : (name as CaseFileFacts['slot']);
    return { id: `${name}-${at}`, kind, slot, sha256, size: 1, mime: 'image/png' };
  });
  const others = order.files.filter(file => !filesOfRow(order.files, row).includes(file));
  return { ...order, files: [...others, ...made] };
}

/** Returns the order with another answer in a row; undefined removes the answer. */
export function withAnswer(order: Order, row: OrderFormRow, answer: unknown): Order {
  const [section = '', ...parts] = row.path.split('.');
  if (section === 'files') return withRecords(order, row, (answer ?? []) as string[]);
  const copy: Record<string, unknown> = structuredClone({ ...order.sections });
  let at = copy;
  for (const part of [section, ...parts.slice(0, -1)]) {
    at[part] ??= {};
    at = at[part] as Record<string, unknown>;
  }
  at[parts.at(-1) ?? ''] = answer;
  // Cast: built along the schema's paths.
  return { ...order, sections: copy as Partial<Sections> };
}

/** Generates orders with any rows answered. */
export const arbitraryOrders: fc.Arbitrary<Order> = fc
  .tuple(...orderRows.map(row => fc.option(arbitraryAnswers(row.shape), { nil: undefined })))
  .map(said => orderRows.reduce((order, row, at) => withAnswer(order, row, said[at]), createEmptyOrder()));
