/** Sends a choice and shows the server's answer in place of what was read before. */
import { type CommandResult, refusalOf, sendCommand } from '#web/lib/act.ts';
import { thisPage } from '#web/lib/browser.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';

type Query<T> = { queryKey: readonly unknown[]; queryFn?: unknown; of?: T };

/** @param query the cache entry that an answer replaces. @param root the first part of the calls' path */
export function useChoice<T>(query: Query<T>, root: '/mail' | '/notice') {
  const { run, error, ...sending } = useCommandState();
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    run(async () => {
      const done: CommandResult<T> = await sendCommand<T>(method, `${root}/${path}`, body);
      if (done.ok) thisPage().client.setQueryData(query.queryKey, done.answer.data);
      return refusalOf(done);
    });
  return { ...sending, send, error: error() };
}
