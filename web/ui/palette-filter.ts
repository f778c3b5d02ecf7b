export type SearchableItem = { label: string; search?: string; group?: string };

/**
 * Scores how well `text` matches `query`, letters in order; 0 is no match. Ranking: label start, word start,
 * adjacent
 * letters, scattered letters.
 */
export function fuzzyScore(query: string, text: string): number {
  const wanted = fold(query);
  const offered = fold(text);
  if (wanted === '') return 1;
  const at = offered.indexOf(wanted);
  if (at === 0) return 1000 - offered.length;
  if (at > 0) return (isWordStart(offered, at) ? 700 : 500) - at;
  return scattered(wanted, offered);
}

/** Best score of label, search words and group; the label counts most. */
function itemScore(query: string, item: SearchableItem): number {
  const scores = [
    fuzzyScore(query, item.label) * 2,
    fuzzyScore(query, item.search ?? '\u0000'),
    contains(query, item.group),
  ];
  return Math.max(...scores);
}

/** Returns matching items, best first; without a query all items. Equal scores keep their order. */
export function filterItems<Item extends SearchableItem>(query: string, items: readonly Item[]): Item[] {
  if (fold(query) === '') return [...items];
  return items
    .map((item, at) => ({ item, at, score: itemScore(query, item) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ item }) => item);
}

/** Groups items; the groups are ordered by their best item. */
export function groupItems<Item extends SearchableItem>(
  items: readonly Item[],
): { group: string; items: Item[] }[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.group ?? '', [...(groups.get(item.group ?? '') ?? []), item]);
  return [...groups].map(([group, members]) => ({ group, items: members }));
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

function isWordStart(text: string, at: number): boolean {
  return /[\s\-_/,.:·]/.test(text[at - 1] ?? ' ');
}

function contains(query: string, text: string | undefined): number {
  return text !== undefined && fold(text).includes(fold(query)) ? 50 : 0;
}

/**
 * Scores letters in order with gaps: fewer gaps and more word starts score higher; one letter must start a
 * word.
 */
function scattered(wanted: string, offered: string): number {
  let from = 0;
  let score = 200;
  for (const letter of wanted) {
    if (letter === ' ') continue;
    const at = offered.indexOf(letter, from);
    if (at < 0) return 0;
    if (at > from || from === 0) score -= isWordStart(offered, at) ? 2 : 25;
    from = at + 1;
  }
  return Math.max(0, score);
}
