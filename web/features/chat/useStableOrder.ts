/** Keeps the order of rows while the pointer is over them; changed rows update in place. */
import { useRef, useState } from 'react';

type Group<Word extends string, Item extends { id: string }> = { word: Word; items: Item[] };

export function useStableOrder<Word extends string, Item extends { id: string }>(
  groups: Group<Word, Item>[],
) {
  const [over, setOver] = useState(false);
  const places = useRef<{ word: Word; ids: string[] }[]>([]);
  const known = new Map(groups.flatMap(group => group.items).map(item => [item.id, item]));
  const isEmpty = places.current.every(({ ids }) => ids.length === 0);
  // An empty list is filled even under the pointer.
  if (!over || isEmpty)
    places.current = groups.map(({ word, items }) => ({ word, ids: items.map(item => item.id) }));
  const standing = new Set(places.current.flatMap(({ ids }) => ids));
  return {
    groups: places.current.map(({ word, ids }) => ({
      word,
      items: ids.flatMap(id => known.get(id) ?? []),
    })),
    /** Number of rows that arrived while the order was kept, and are not shown yet. */
    waiting: [...known.keys()].filter(id => !standing.has(id)).length,
    /** Applies the new order, even under the pointer. */
    release: () => {
      places.current = [];
      setOver(false);
    },
    handlers: { onPointerEnter: () => setOver(true), onPointerLeave: () => setOver(false) },
  };
}
