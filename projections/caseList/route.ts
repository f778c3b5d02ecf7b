/** GET /api/cases: its query, which the export and the pages take as well, and its answer. */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { counterNames } from '#events/case/status.ts';
import type { CaseQuery, ListPage } from '../contract.ts';
import {
  flagParamSchema,
  keywordParamSchema,
  momentQuerySchema,
  numberListParamSchemaFor,
  pagingParamSchemas,
  sortParamSchemaFor,
  type ViewRoute,
  type ViewRouteCall,
} from '../view-routes.ts';
import type { CaseCounts, CaseListItem } from './item.ts';
import { createCaseListReads } from './reads.ts';

export const caseQuerySchema = z.strictObject({
  tab: z.optional(z.enum(['all', 'action'])),
  filter: z.optional(numberListParamSchemaFor(/^(?:[0-9]|1[01])(?:,(?:[0-9]|1[01]))*$/)),
  counter: z.optional(z.enum(counterNames)),
  keyword: keywordParamSchema,
  productType: z.optional(numberListParamSchemaFor(/^[1-4](?:,[1-4])*$/)),
  method: z.optional(numberListParamSchemaFor(/^[12](?:,[12])*$/)),
  archived: z.optional(flagParamSchema),
  sort: z.optional(sortParamSchemaFor(['updatedAt', 'caseId', 'patient'])),
  ...pagingParamSchemas,
});

const newestFirst = { sort: 'updatedAt', descending: true } as const;

/** Returns the read models' query for the parameters of a request. */
export function toCaseQuery(asked: z.infer<typeof caseQuerySchema>): CaseQuery {
  const { tab = 'all', filter, keyword: typed, sort = newestFirst, page = 1, size, ...rest } = asked;
  const found = { filters: filter, keyword: typed?.trim() || undefined };
  return { ...rest, tab, ...found, ...sort, page, size: size ?? limits.pageSize };
}

const momentCaseQuery = z.extend(caseQuerySchema, momentQuerySchema.shape);

function answer({ own, ctx, query }: ViewRouteCall<CaseListItem, typeof momentCaseQuery>) {
  const { asOf: _moment, ...fields } = query;
  const asked = toCaseQuery(fields);
  const reads = createCaseListReads(own);
  const listed: ListPage<CaseListItem> & { counts: CaseCounts } = {
    ...reads.caseItems(ctx, asked),
    counts: reads.counts(ctx.viewer, asked.keyword),
  };
  return listed;
}

export const casesRoute = {
  path: '/api/cases',
  rule: 'session',
  tag: 'cases',
  summary: 'The cases that this person sees, now or as they stood (`asOf`: a position or an ISO time).',
  query: momentCaseQuery,
  answer,
} satisfies ViewRoute<CaseListItem>;
