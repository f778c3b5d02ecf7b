/** Sends what was chosen, shows what has come of it, and keeps what was refused of the field. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import { command, type Done } from '#web/lib/act.ts';
import { thisPage } from '#web/lib/browser.ts';

type Query<T> = { queryKey: readonly unknown[]; queryFn?: unknown; of?: T };

/** @param query what the answers take the place of. @param root the calls' path begins so */
export function useSent<T>(query: Query<T>, root: '/mail' | '/notice') {
  const { t } = useTranslation('error');
  const [issue, setIssue] = useState<Issue>();
  const [pending, setPending] = useState(false);
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    setPending(true);
    const done: Done<T> = await command<T>(method, `${root}/${path}`, body);
    setPending(false);
    setIssue(done.ok ? undefined : done.error.issues[0]);
    const { client } = thisPage();
    if (done.ok) client.setQueryData(query.queryKey, done.answer.data);
    return done.ok;
  };
  const error = issue && t(`issue.${issue.issue}`, { ...issue.values });
  return { send, pending, error, clear: () => setIssue(undefined) };
}
