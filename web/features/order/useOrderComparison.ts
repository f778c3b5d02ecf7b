/** The differences of an order from its previous submission, or from the case that it refines. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type OrderDifference, orderDifferences } from '#events/order/difference.ts';
import { isRowOfMethod } from '#events/order/form.ts';
import type { CaseView } from '#projections/case/view.ts';
import { formatMoment } from '#web/lib/format.ts';
import { caseHistoryQuery, caseViewQuery } from '#web/lib/queries.ts';
import { findSubmissionBefore } from './comparison.ts';

export type OrderComparison = {
  /** Heading that states what the order is compared with: its last submission, or the parent case. */
  title: string;
  changed: ReadonlyMap<string, OrderDifference>;
};

/** A refinement has its own records, so only answers are compared. */
const answersOf = ({ sections }: CaseView) => ({ sections, files: [] });

/** Undefined if there is nothing to compare with, and while loading. */
export function useOrderComparison(view: CaseView): OrderComparison | undefined {
  const { t } = useTranslation('order');
  const { data: items = [] } = useQuery(caseHistoryQuery(view.caseId));
  const submission = findSubmissionBefore(items, view.revision);
  const parentId = submission ? null : view.header.parentId;
  const before = useQuery({
    ...caseViewQuery(view.caseId, submission?.position),
    enabled: submission !== undefined,
  });
  const parent = useQuery({ ...caseViewQuery(parentId ?? ''), enabled: parentId !== null });
  const keyed = (found: readonly OrderDifference[]) =>
    new Map(found.filter(one => isRowOfMethod(view, one.row)).map(one => [one.row.path, one]));
  if (submission && before.data)
    return {
      title: t('changed.since', { at: formatMoment(submission.at) }),
      changed: keyed(orderDifferences(before.data, view)),
    };
  if (parentId !== null && parent.data)
    return {
      title: t('changed.parent', { caseId: parentId }),
      changed: keyed(orderDifferences(answersOf(parent.data), answersOf(view))),
    };
  return undefined;
}
