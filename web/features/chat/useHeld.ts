/** Groups of rows that stay in their places while the pointer is among them: what changes is drawn where it stands. */
import { useRef, useState } from 'react';

type Group<Word extends string, Item extends { id: string }> = { word: Word; items: Item[] };

export function useHeld<Word extends string, Item extends { id: string }>(groups: Group<Word, Item>[]) {
  const [over, setOver] = useState(false);
  const places = useRef<{ word: Word; ids: string[] }[]>([]);
  const known = new Map(groups.flatMap(group => group.items).map(item => [item.id, item]));
  const isEmpty = places.current.every(({ ids }) => ids.length === 0);
  // Nothing stands anywhere yet: a list that opens under the pointer is filled.
  if (!over || isEmpty)
    places.current = groups.map(({ word, items }) => ({ word, ids: items.map(item => item.id) }));
  const standing = new Set(places.current.flatMap(({ ids }) => ids));
  return {
    groups: places.current.map(({ word, ids }) => ({
      word,
      items: ids.flatMap(id => known.get(id) ?? []),
    })),
    /** How many have come since, and have no place yet. */
    waiting: [...known.keys()].filter(id => !standing.has(id)).length,
    /** Gives everything its place, also under the pointer. */
    release: () => {
      places.current = [];
      setOver(false);
    },
    handlers: { onPointerEnter: () => setOver(true), onPointerLeave: () => setOver(false) },
  };
}
