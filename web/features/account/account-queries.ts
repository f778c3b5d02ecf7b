/** Queries of the own account. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';
import { currentUserQuery } from '#web/lib/queries.ts';

export type Profile = AnswerData<'/api/profile'>;
export type OwnSession = AnswerData<'/api/sessions'>['items'][number];

export const ownProfileQuery = () =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ client }) => apiOf(client).read('/api/profile'),
  });

/**
 * Signs out one of the own sessions, or all others. Reads the list again even after a refusal, because the list may be
 * stale.
 */
export async function endSessions(
  which: { id: string } | 'others',
  body: { oldPassword?: string },
): Promise<CommandResult<unknown>> {
  const path = which === 'others' ? 'endOthers' : `${encodeURIComponent(which.id)}/end`;
  const done = await sendCommand('POST', `/sessions/${path}`, body, { quiet: true });
  await currentPage().client.invalidateQueries({ queryKey: ownSessionsQuery().queryKey, exact: true });
  return done;
}

export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ client }) => apiOf(client).read('/api/sessions'),
  });

/** Stores the profile from a command's answer, so that the page and the menu show it. */
export function cacheProfile(profile: Profile): void {
  const { client } = currentPage();
  client.setQueryData(ownProfileQuery().queryKey, profile);
  client.setQueryData(currentUserQuery().queryKey, profile);
}
