/**
 * Queries of a doctor's assistants. Polls every 15 s, because a colleague's answer is no event of a case and is not
 * pushed.
 */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';

export type AssistantItem = AnswerData<'/api/assistants'>['items'][number];
export type AssistantOffer = AnswerData<'/api/assistants/offers'>['items'][number];

const askAgainMs = 15_000;
const query = { size: 100 };

/** The assistants who serve the signed-in doctor. */
export const assistantsQuery = () =>
  queryOptions({
    queryKey: ['assistants', 'own'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/assistants', { query })).items,
    refetchInterval: askAgainMs,
  });

/** Requests of colleagues that wait for an answer. */
export const assistantOffersQuery = () =>
  queryOptions({
    queryKey: ['assistants', 'offers'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/assistants/offers', { query })).items,
    refetchInterval: askAgainMs,
  });
