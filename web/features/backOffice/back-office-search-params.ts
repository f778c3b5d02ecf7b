/** `?section=&kind=&id=&page=`: section of the back office, and the item in it. */
export type BackOfficeSearchParams = { section?: string; kind?: string; id?: string; page?: number };

const short = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 64) : undefined;

/** Parses the address; sections validate their own kinds. */
export const readBackOfficeSearchParams = (search: Record<string, unknown>): BackOfficeSearchParams => ({
  section: short(search.section),
  kind: short(search.kind),
  id: short(search.id),
  page: Number(search.page) > 1 ? Math.trunc(Number(search.page)) : undefined,
});

/** The address of a place in the back office. */
export function backOfficeHref(to: BackOfficeSearchParams = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(to)) if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `/backOffice?${query}` : '/backOffice';
}
