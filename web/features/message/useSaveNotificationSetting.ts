/** Sends a setting and replaces the cached one by the server's answer. */
import { refusalOf, sendCommand } from '#web/lib/act.ts';
import { currentPage } from '#web/lib/browser.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';

type Query = { queryKey: readonly unknown[] };

/** @param query the cache entry to replace. @param root first part of the API paths */
export function useSaveNotificationSetting(query: Query, root: '/mail' | '/notice') {
  const { run, error, ...sending } = useCommandState();
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    run(async () => {
      const done = await sendCommand(method, `${root}/${path}`, body);
      if (done.ok) currentPage().client.setQueryData(query.queryKey, done.answer.data);
      return refusalOf(done);
    });
  return { ...sending, send, error: error() };
}
