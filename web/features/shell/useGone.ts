/** A page whose case was deleted, or closed to this person, is left with a sentence: in every window that shows it. */
import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isEditable } from '#events/case/status.ts';
import type { CaseView } from '#projections/case/view.ts';
import { useGo } from '#web/lib/navigate.tsx';
import { caseView, isNotFound } from '#web/lib/queries.ts';
import { toast } from '#web/ui/toast.tsx';

/** Key of the sentence, and the page to go on at: the case that a refinement belongs to, or the list. */
export function whereFrom({ header }: Pick<CaseView, 'header'>): { word: string; href: string } {
  const deletable = isEditable(header.status);
  return {
    word: deletable ? 'gone.deleted' : 'gone.closed',
    href: header.parentId ? `/caseDetail?id=${encodeURIComponent(header.parentId)}` : '/caseList',
  };
}

export function useGone(): void {
  const { t } = useTranslation('shell');
  const go = useGo();
  const search: { id?: unknown } = useMatches().find(match => match.staticData.ofCase)?.search ?? {};
  const caseId = typeof search.id === 'string' ? search.id : '';
  // Only looks at what the page reads.
  const { data: view, error } = useQuery({ ...caseView(caseId), enabled: false });
  const isGone = caseId !== '' && view !== undefined && isNotFound(error);
  useEffect(() => {
    if (!isGone || !view) return;
    const { word, href } = whereFrom(view);
    toast({ id: `gone-${caseId}`, text: t(word, { caseId }) });
    go(href);
  }, [isGone, view, caseId, go, t]);
}
