/** The own keys for notebooks, and the commands that make and revoke one. */
import { queryOptions } from '@tanstack/react-query';
import type { NewNotebookKeyInput } from '#events/notebookKey/notebook-keys.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

export type NotebookKeyItem = AnswerData<'/api/analysis/keys'>['items'][number];

export const notebookKeysQuery = () =>
  queryOptions({
    queryKey: ['notebookKeys'],
    queryFn: ({ client }) => apiOf(client).read('/api/analysis/keys'),
    // Always stale, because the time of last use changes while a notebook runs.
    staleTime: 0,
  });

async function changed<T>(done: CommandResult<T>): Promise<CommandResult<T>> {
  if (done.ok) await currentPage().client.invalidateQueries({ queryKey: notebookKeysQuery().queryKey });
  return done;
}

export const makeNotebookKey = async (asked: NewNotebookKeyInput) =>
  changed(await sendCommand('POST', '/analysis/keys', asked, { quiet: true }));

export const revokeNotebookKey = async (id: string) =>
  changed(await sendCommand('DELETE', `/analysis/keys/${encodeURIComponent(id)}`));
