/** An article being written: what was typed, what is wrong with it, and what somebody else saved meanwhile. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errors, type Issue } from '#events/errors.ts';
import type { ArticleItem } from '#projections/news/item.ts';
import { toast } from '#web/ui/toast.tsx';
import { saveArticle, writtenArticle } from './queries.ts';
import { sameTyped, saveOf, type Typed, typedOf } from './typed.ts';

export function useWriting(article: ArticleItem) {
  const { t } = useTranslation(['backOffice', 'error']);
  const client = useQueryClient();
  /** What was written on: what comes into the cache later is somebody else's. */
  const [base, setBase] = useState(article);
  const [typed, setTyped] = useState(() => typedOf(article));
  const [issues, setIssues] = useState<Issue[]>([]);
  const [pending, setPending] = useState(false);
  /** As somebody else saved it. */
  const [theirs, setTheirs] = useState<ArticleItem | null>(null);
  const dirty = !sameTyped(typed, typedOf(base));

  const begin = (item: ArticleItem) => {
    setBase(item);
    setTyped(typedOf(item));
    setTheirs(null);
    setIssues([]);
  };
  const change = (next: Partial<Typed> | ((before: Typed) => Typed)) => {
    setIssues([]);
    setTyped(before => (typeof next === 'function' ? next(before) : { ...before, ...next }));
  };
  /** @param edition the one that is written over. True where it was saved */
  const save = async (edition = base.edition): Promise<boolean> => {
    if (pending) return false;
    setPending(true);
    const done = await saveArticle(base.id, saveOf(typed, edition));
    setPending(false);
    if (done.ok) {
      begin(done.answer.data);
      toast({ text: t('backOffice:saved'), tone: 'ok' });
      return true;
    }
    if (done.error.code === errors.staleArticle.code) {
      setTheirs(await client.fetchQuery(writtenArticle(base.id)));
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
