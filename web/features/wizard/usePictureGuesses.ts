/** Automatically placed pictures that wait for a person's confirmation. */
import { useEffect, useState } from 'react';
import type { Slot } from '#events/case/options.ts';
import { readPlacementList, storePlacementList } from './draft-storage.ts';
import type { PlacedPictures, PlacementBasis } from './picture-placement.ts';
import { useCaseFiles } from './useCaseFiles.ts';
import { useWizard } from './wizard-context.ts';

export type PictureGuesses = {
  /** The reason for the slot of a picture; undefined once confirmed, moved or replaced. */
  of: (slot: Slot) => PlacementBasis | undefined;
  /** Number of unconfirmed pictures by way of placement. */
  counts: ReadonlyMap<PlacementBasis, number>;
  mark: (placed: PlacedPictures<File>['placed']) => void;
  confirm: () => void;
};

const separator = '|';
const entryOf = (slot: Slot, by: PlacementBasis, name: string) => [slot, by, name].join(separator);

export function usePictureGuesses(slots: readonly Slot[]): PictureGuesses {
  const { view, userId } = useWizard();
  const { caseId } = view;
  const { at } = useCaseFiles();
  const [marks, setMarks] = useState<readonly string[]>([]);
  useEffect(
    () => setMarks(readPlacementList(sessionStorage, 'placed', { userId, caseId })),
    [userId, caseId],
  );
  const keep = (next: readonly string[]) => {
    setMarks(next);
    storePlacementList(sessionStorage, 'placed', { userId, caseId }, next);
  };
  /** A moved or replaced picture has another name in its slot: a person has looked at it. */
  const of = (slot: Slot): PlacementBasis | undefined => {
    const { file, upload } = at(slot);
    const name = upload?.name ?? file?.name;
    if (name === undefined) return undefined;
    return (['name', 'look', 'order'] as const).find(by => marks.includes(entryOf(slot, by, name)));
  };
  const counts = new Map<PlacementBasis, number>();
  for (const slot of slots) {
    const by = of(slot);
    if (by) counts.set(by, (counts.get(by) ?? 0) + 1);
  }
  return {
    of,
    counts,
    mark: placed =>
      keep([
        ...marks,
        ...placed.filter(({ by }) => by !== 'aim').map(({ slot, by, file }) => entryOf(slot, by, file.name)),
      ]),
    confirm: () => keep([]),
  };
}
