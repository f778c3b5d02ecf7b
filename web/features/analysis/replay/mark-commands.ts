/** The marks of the history, and the commands on the person's own marks. */
import { queryOptions } from '@tanstack/react-query';
import { sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';
import { formatUtc } from './replay-address.ts';

const marksKey = ['analysisMarks'];

export const historyMarksQuery = () =>
  queryOptions({
    queryKey: marksKey,
    queryFn: ({ client, signal }) => apiOf(client).read('/api/analysis/marks', { signal }),
  });

const path = '/analysis/marks';
const readAgain = () => currentPage().client.invalidateQueries({ queryKey: marksKey });

/** @param at ms since 1970, a whole second */
export async function setHistoryMark(at: number, text: string) {
  const done = await sendCommand('POST', path, { at: formatUtc(at), text });
  if (done.ok) await readAgain();
  return done;
}

export async function removeHistoryMark(id: string) {
  const done = await sendCommand('DELETE', `${path}/${encodeURIComponent(id)}`);
  if (done.ok) await readAgain();
  return done;
}
