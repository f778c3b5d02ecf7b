/** The rows that a list's search asks for; the last ones stay on screen until the next have come. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ViewPath } from '#services/api/answers.ts';
import { rowsOf } from './view.ts';

export const useRows = <P extends ViewPath, S>(list: { path: P; query: (search: S) => string }, search: S) =>
  useQuery({ ...rowsOf(list.path, list.query(search)), placeholderData: keepPreviousData });
