/** Queries of the page for questions in SQL. */
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '#web/lib/api.ts';

/** The description does not change while the page is open, so that fields keep their values. */
export const askDescriptionQuery = () =>
  queryOptions({
    queryKey: ['askDescription'],
    queryFn: ({ client, signal }) => apiOf(client).read('/api/analysis/ask', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Queries that a change of a saved question makes stale. */
export const questionsKey = ['questions'];
/** The API's maximum number of questions per page. */
const PAGE = 100;

/** All own questions, or the newest shared ones. */
export const savedQuestionsQuery = (of: 'mine' | 'shared') =>
  queryOptions({
    queryKey: [...questionsKey, of],
    queryFn: async ({ client, signal }) => {
      const read = (page: number) =>
        apiOf(client).read('/api/analysis/questions', { query: { of, size: PAGE, page }, signal });
      const first = await read(1);
      if (first.total <= PAGE) return first;
      return { ...first, items: [...first.items, ...(await read(2)).items] };
    },
  });

export const savedQuestionQuery = (id: string) =>
  queryOptions({
    queryKey: [...questionsKey, 'one', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).read('/api/analysis/questions/:id', { parts: { id }, signal }),
  });
