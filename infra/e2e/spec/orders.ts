/**
 * Orders that answer every question of the form. Each turn makes other choices, until every choice was made
 * once.
 */
import { type OptionList, options } from '#events/case/options.ts';
import { type AnswerShape, type Order, type OrderFormRow, orderAnswerOf } from '#events/order/form.ts';
import { createFullyAnsweredOrder } from '#events/testing/full-orders.ts';
import { withAnswer } from '#events/testing/orders.ts';

/** Maximum number of choices from one list. */
const AT_ONCE = 3;

const keyAt = (list: OptionList, at: number) => options[list][at % options[list].length];
const listIn = (shape: AnswerShape): OptionList | undefined =>
  shape.kind === 'list' && shape.of.kind === 'choice' ? shape.of.list : undefined;

function turned(shape: AnswerShape, turn: number): unknown {
  if (shape.kind === 'choice') return keyAt(shape.list, turn);
  const list = listIn(shape);
  return list && [...new Set(Array.from({ length: AT_ONCE }, (_, i) => keyAt(list, turn * AT_ONCE + i)))];
}

/** Number of test orders needed so that every option of one question is chosen in one of them. */
function turnsOf({ shape }: OrderFormRow): number {
  if (shape.kind === 'choice') return options[shape.list].length;
  const list = listIn(shape);
  return list ? Math.ceil(options[list].length / AT_ONCE) : 1;
}

/** Number of test orders needed so that every option of every question is chosen in one of them. */
export const CHOICE_ROUNDS = Math.max(
  ...([1, 2] as const).flatMap(method => createFullyAnsweredOrder(method).rows.map(turnsOf)),
);

/** Unchanged answers: the method determines the form, and a tooth's codes have their own rules. */
const kept: readonly string[] = ['prescription.method', 'prescription.lingual.brackets'];

export function createOrderWithChoices(method: 1 | 2, turn: number): { rows: OrderFormRow[]; order: Order } {
  const { rows, order } = createFullyAnsweredOrder(method);
  const answered = rows.reduce((now, row) => {
    const answer = kept.includes(row.path) ? undefined : turned(row.shape, turn);
    return answer === undefined || orderAnswerOf(now, row) === undefined ? now : withAnswer(now, row, answer);
  }, order);
  return { rows, order: answered };
}
