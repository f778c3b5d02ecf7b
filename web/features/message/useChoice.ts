/** Sends a choice and shows the server's answer in place of what was read before. */
import { command, type Done, refusedOf } from '#web/lib/act.ts';
import { thisPage } from '#web/lib/browser.ts';
import { useSending } from '#web/lib/useSending.ts';

type Query<T> = { queryKey: readonly unknown[]; queryFn?: unknown; of?: T };

/** @param query the cache entry that an answer replaces. @param root the first part of the calls' path */
export function useChoice<T>(query: Query<T>, root: '/mail' | '/notice') {
  const { run, error, ...sending } = useSending();
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    run(async () => {
      const done: Done<T> = await command<T>(method, `${root}/${path}`, body);
      if (done.ok) thisPage().client.setQueryData(query.queryKey, done.answer.data);
      return refusedOf(done);
    });
  return { ...sending, send, error: error() };
}
