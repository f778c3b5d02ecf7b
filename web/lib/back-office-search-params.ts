/**
 * `?section=&kind=&id=&page=`: section of the back office, and the item in it. `q`, `position`, `org`, `person`, `case`,
 * `from` and `to` narrow a list.
 */
export type BackOfficeSearchParams = {
  section?: string;
  kind?: string;
  id?: string;
  page?: number;
  q?: string;
  position?: string;
  org?: string;
  person?: string;
  case?: string;
  from?: string;
  to?: string;
};

/** Props of every section of the back office. */
export type BackOfficeSectionProps = {
  search: BackOfficeSearchParams;
  go: (href: string, replace?: boolean) => void;
};

const short = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 64) : undefined;

/** A search text. A number in the address is parsed as one. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : short(value);

/** Parses the address; sections validate their own kinds. */
export const readBackOfficeSearchParams = (search: Record<string, unknown>): BackOfficeSearchParams => ({
  section: short(search.section),
  kind: short(search.kind),
  id: short(search.id),
  page: Number(search.page) > 1 ? Math.trunc(Number(search.page)) : undefined,
  q: textOf(search.q),
  position: short(search.position),
  org: short(search.org),
  person: short(search.person),
  case: textOf(search.case),
  from: short(search.from),
  to: short(search.to),
});

/** The address of a place in the back office. */
export function backOfficeHref(to: BackOfficeSearchParams = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(to)) if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `/backOffice?${query}` : '/backOffice';
}
