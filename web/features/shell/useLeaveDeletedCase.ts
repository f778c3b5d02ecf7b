/**
 * Leaves the page of a case that was deleted or closed to this person, with a message; works in every open
 * window.
 */
import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isEditable } from '#events/case/status.ts';
import type { CaseView } from '#projections/case/view.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { caseViewQuery, currentUserQuery, isNotFound } from '#web/lib/queries.ts';
import { toast } from '#web/ui/toast.tsx';

/**
 * Dictionary key of the message, and the next page: the parent case of a refinement, or the list. A person who acts for the
 * owner may also have lost a draft because the service or the cover ended.
 */
export function deletedCaseRedirectHref(
  { header }: Pick<CaseView, 'header'>,
  personId?: string,
): { word: string; href: string } {
  const deletable = isEditable(header.status) && personId === header.owner.id;
  return {
    word: deletable ? 'gone.deleted' : 'gone.closed',
    href: header.parentId ? `/caseDetail?id=${encodeURIComponent(header.parentId)}` : '/caseList',
  };
}

export function useLeaveDeletedCase(): void {
  const { t } = useTranslation('shell');
  const go = useAppNavigate();
  const search: { id?: unknown } = useMatches().find(match => match.staticData.ofCase)?.search ?? {};
  const caseId = typeof search.id === 'string' ? search.id : '';
  // Observes the page's query without fetching.
  const { data: view, error } = useQuery({ ...caseViewQuery(caseId), enabled: false });
  const { data: person } = useQuery(currentUserQuery());
  const isGone = caseId !== '' && view !== undefined && isNotFound(error);
  useEffect(() => {
    if (!isGone || !view) return;
    const { word, href } = deletedCaseRedirectHref(view, person?.id);
    toast({ id: `gone-${caseId}`, text: t(word, { caseId }) });
    go(href);
  }, [isGone, view, person?.id, caseId, go, t]);
}
