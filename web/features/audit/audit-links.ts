/** Addresses of the audit: `?section=audit&kind=&person=&case=&org=&from=&to=`, and `id` of the open entry. */
import { auditKinds } from '#events/audit/kinds.ts';
import { isDay } from '#events/case/fields.ts';
import { type BackOfficeSearchParams, backOfficeHref } from '#web/lib/back-office-search-params.ts';

/** Parsed search of the section. Field names are those of the address. */
export type AuditSearch = {
  kind: (typeof auditKinds)[number] | undefined;
  person: string | undefined;
  case: string | undefined;
  org: string | undefined;
  from: string | undefined;
  to: string | undefined;
  id: string | undefined;
};

/** The fields that narrow the list, in the order of their chips. */
export const auditFilterFields = ['kind', 'person', 'case', 'org', 'from', 'to'] as const satisfies Exclude<
  keyof AuditSearch,
  'id'
>[];

const dayIn = (text: string | undefined) => (text !== undefined && isDay(text) ? text : undefined);

export const readAuditSearch = ({
  kind,
  person,
  case: caseId,
  org,
  from,
  to,
  id,
}: BackOfficeSearchParams): AuditSearch => ({
  kind: auditKinds.find(one => one === kind),
  ...{ person, case: caseId?.toUpperCase(), org, id },
  ...{ from: dayIn(from), to: dayIn(to) },
});

/** Address of the list with some fields changed. */
export const auditHref = (search: Partial<AuditSearch>, change: Partial<AuditSearch> = {}): string =>
  backOfficeHref({ section: 'audit', ...search, ...change });

/** The filter in the API's format. */
export const auditQueryOf = ({ kind, person, case: caseId, org, from, to }: AuditSearch) => ({
  kind,
  personId: person,
  caseId,
  orgId: org,
  from,
  to,
});
