/** Which keyed list a field's answers come from, and the words of its keys: for forms and for what shows them. */
import type { OptionList } from '#events/case/options.ts';
import { orderRows, type Shape } from '#events/order/form.ts';

const listIn = (shape: Shape): OptionList | undefined => {
  if (shape.kind === 'choice') return shape.list;
  return shape.kind === 'list' ? listIn(shape.of) : undefined;
};

/** The keyed list that a field's answers come from, by the field's path. */
export const listOf: Readonly<Record<string, OptionList | undefined>> = Object.fromEntries(
  orderRows.map(row => [row.path, listIn(row.shape)]),
);

export const optionWord = (list: OptionList, key: number | string): string =>
  `rx:option.${list}.${String(key).replace('.', '_')}`;
