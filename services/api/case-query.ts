/** The query of the case list, as GET /api/cases, the export and the pages take it. */
import * as z from 'zod/mini';
import { limits } from '#events/case/options.ts';
import { counterNames } from '#events/case/status.ts';
import { flag, keyword, paging } from '#projections/asks.ts';
import type { CaseQuery } from '#projections/readmodels.ts';

export { flag, paging };

const numbers = (pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern, { error: 'not-a-choice' })),
    z.transform((text: string) => text.split(',').map(Number)),
  );

const sorts = ['updatedAt', 'caseId', 'patient'] as const;
const sort = z.enum(sorts.flatMap(s => [s, `-${s}`] as const) as [SortWord, ...SortWord[]], {
  error: 'sort-unknown',
});
type SortWord = (typeof sorts)[number] | `-${(typeof sorts)[number]}`;

export const caseQuerySchema = z.strictObject({
  tab: z.optional(z.enum(['all', 'action'])),
  filter: z.optional(numbers(/^(?:[0-9]|1[01])(?:,(?:[0-9]|1[01]))*$/)),
  counter: z.optional(z.enum(counterNames)),
  keyword,
  productType: z.optional(numbers(/^[1-4](?:,[1-4])*$/)),
  method: z.optional(numbers(/^[12](?:,[12])*$/)),
  archived: z.optional(flag),
  sort: z.optional(sort),
  ...paging,
});

const sortOf: Record<SortWord, Pick<CaseQuery, 'sort' | 'descending'>> = {
  updatedAt: { sort: 'updatedAt', descending: false },
  '-updatedAt': { sort: 'updatedAt', descending: true },
  caseId: { sort: 'caseId', descending: false },
  '-caseId': { sort: 'caseId', descending: true },
  patient: { sort: 'patient', descending: false },
  '-patient': { sort: 'patient', descending: true },
};

/** The read models' query for what was asked. */
export function caseQuery(asked: z.infer<typeof caseQuerySchema>): CaseQuery {
  const { tab = 'all', filter, keyword, sort: order = '-updatedAt', page = 1, size, ...rest } = asked;
  return {
    ...rest,
    tab,
    filters: filter,
    keyword: keyword?.trim() || undefined,
    ...sortOf[order],
    page,
    size: size ?? limits.pageSize,
  };
}
