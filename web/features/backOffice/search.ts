/** `?section=&kind=&id=&page=`: which section of the back office, and what of it. */
export type BackOfficeSearch = { section?: string; kind?: string; id?: string; page?: number };

const short = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 64) : undefined;

/** What an address says of it; which sections and kinds there are, their pages know. */
export const readBackOfficeSearch = (search: Record<string, unknown>): BackOfficeSearch => ({
  section: short(search.section),
  kind: short(search.kind),
  id: short(search.id),
  page: Number(search.page) > 1 ? Math.trunc(Number(search.page)) : undefined,
});

/** The address of a place in the back office. */
export function backOfficeHref(to: BackOfficeSearch = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(to)) if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `/backOffice?${query}` : '/backOffice';
}
