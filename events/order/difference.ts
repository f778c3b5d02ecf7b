/** Differences between two submissions of an order, by the form's rows. Pure. */
import { type Order, type OrderFormRow, orderAnswerOf, orderRows } from './form.ts';

export type OrderDifference = {
  row: OrderFormRow;
  /** Earlier answer; undefined if unanswered. */
  before: unknown;
  /** Later answer; undefined if unanswered. */
  after: unknown;
};

/** Paths of lists whose order is meaningful. In other lists the order is only that of the clicks. */
const ordered: ReadonlySet<string> = new Set([
  'prescription.crowdingRelief',
  'prescription.lingual.archwires',
]);

/** Serialises an answer independent of key order, and of list order unless meaningful. */
function canonical(value: unknown, inOrder: boolean): string {
  if (Array.isArray(value)) {
    const parts = value.map(part => canonical(part, inOrder));
    return `[${(inOrder ? parts : parts.toSorted()).join()}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, part]) => part !== undefined);
    return `{${fields
      .map(([name, part]) => `${name}:${canonical(part, inOrder)}`)
      .toSorted()
      .join()}}`;
  }
  return JSON.stringify(value) ?? '';
}

/** Returns the rows answered differently in two orders, in the form's order. */
export function orderDifferences(before: Order, after: Order): OrderDifference[] {
  return orderRows.flatMap(row => {
    const [was, is] = [orderAnswerOf(before, row), orderAnswerOf(after, row)];
    const inOrder = ordered.has(row.path);
    return canonical(was, inOrder) === canonical(is, inOrder) ? [] : [{ row, before: was, after: is }];
  });
}
