/** What changed from one submission of an order to another, row by row of the form. Pure. */
import { answerOf, type Order, type OrderRow, orderRows } from './form.ts';

export type Difference = {
  row: OrderRow;
  /** Undefined where nothing was said. */
  before: unknown;
  /** Undefined where nothing is said any more. */
  after: unknown;
};

/** Lists whose order says something; in any other it is the order of clicks. */
const ordered: ReadonlySet<string> = new Set([
  'prescription.crowdingRelief',
  'prescription.lingual.archwires',
]);

/** The same text for the same answer, whatever the order of its keys, and of a list where that says nothing. */
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

/** The rows in which two orders answer differently, in the form's order. */
export function difference(before: Order, after: Order): Difference[] {
  return orderRows.flatMap(row => {
    const [was, is] = [answerOf(before, row), answerOf(after, row)];
    const inOrder = ordered.has(row.path);
    return canonical(was, inOrder) === canonical(is, inOrder) ? [] : [{ row, before: was, after: is }];
  });
}
