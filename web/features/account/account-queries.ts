/** Queries of the own account. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';
import { currentUser } from '#web/lib/queries.ts';

export type Profile = AnswerData<'/api/profile'>;
export type OwnSession = AnswerData<'/api/sessions'>['items'][number];

export const ownProfile = () =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ client }) => apiOf(client).read('/api/profile'),
  });

export const ownSessions = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/sessions')).items,
  });

/** Shows the profile that a command answered with, also in the menu. */
export function showProfile(profile: Profile): void {
  const { client } = currentPage();
  client.setQueryData(ownProfile().queryKey, profile);
  client.setQueryData(currentUser().queryKey, profile);
}
