/** Loads the rows of a list's search; the previous rows stay on screen until the next arrive. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ViewPath } from '#services/api/answers.ts';
import { viewRowsQuery } from './queries.ts';

export const useListRowsQuery = <P extends ViewPath, S>(
  list: { path: P; query: (search: S) => string },
  search: S,
) => useQuery({ ...viewRowsQuery(list.path, list.query(search)), placeholderData: keepPreviousData });
