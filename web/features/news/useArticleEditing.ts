/** State of an article editor: typed text, errors, and a conflicting save by another person. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errors, type Issue } from '#events/errors.ts';
import type { ArticleItem } from '#projections/news/item.ts';
import { toast } from '#web/ui/toast.tsx';
import { type ArticleDraft, articlePayload, draftOfArticle, isSameDraft } from './article-draft.ts';
import { articleForWritersQuery, saveArticle } from './article-queries.ts';

export function useArticleEditing(article: ArticleItem) {
  const { t } = useTranslation(['backOffice', 'error']);
  const client = useQueryClient();
  /** The edited version: later versions in the cache are by other people. */
  const [base, setBase] = useState(article);
  const [typed, setTyped] = useState(() => draftOfArticle(article));
  const [issues, setIssues] = useState<Issue[]>([]);
  const [pending, setPending] = useState(false);
  /** The version saved by another person. */
  const [theirs, setTheirs] = useState<ArticleItem | null>(null);
  const dirty = !isSameDraft(typed, draftOfArticle(base));

  const begin = (item: ArticleItem) => {
    setBase(item);
    setTyped(draftOfArticle(item));
    setTheirs(null);
    setIssues([]);
  };
  const change = (next: Partial<ArticleDraft> | ((before: ArticleDraft) => ArticleDraft)) => {
    setIssues([]);
    setTyped(before => (typeof next === 'function' ? next(before) : { ...before, ...next }));
  };
  /** Saves over an edition. Resolves with whether it succeeded. @param edition the edition to overwrite */
  const save = async (edition = base.edition): Promise<boolean> => {
    if (pending) return false;
    setPending(true);
    const done = await saveArticle(base.id, articlePayload(typed, edition));
    setPending(false);
    if (done.ok) {
      if (done.answer.data) begin(done.answer.data);
      toast({ text: t('backOffice:saved'), tone: 'ok' });
      return true;
    }
    if (done.error.code === errors.staleArticle.code) {
      setTheirs(await client.fetchQuery(articleForWritersQuery(base.id)));
      return false;
    }
    setIssues(done.error.issues);
    if (done.error.issues.length === 0) toast({ text: done.error.message, tone: 'danger' });
    return false;
  };
  const error = (path: string): string | undefined => {
    const issue = issues.find(one => one.path === path);
    return issue && t(`error:issue.${issue.issue}`, { ...issue.values });
  };
  return { base, typed, change, save, pending, dirty, error, theirs, begin };
}
