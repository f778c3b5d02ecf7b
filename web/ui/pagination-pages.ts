/** The pages to offer: both ends, the neighbours, and null for a gap. A gap hides at least two pages. */
export function paginationPages(page: number, pages: number): (number | null)[] {
  const near =
    page <= 3 ? [1, 2, 3] : page >= pages - 2 ? [pages - 2, pages - 1, pages] : [page - 1, page, page + 1];
  const wanted = new Set([1, pages, ...near].filter(n => n >= 1 && n <= pages));
  const list: (number | null)[] = [];
  for (let n = 1; n <= pages; n += 1) {
    const lone = wanted.has(n - 1) && wanted.has(n + 1);
    if (wanted.has(n) || lone) list.push(n);
    else if (list.at(-1) !== null) list.push(null);
  }
  return list;
}
