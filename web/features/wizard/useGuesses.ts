/** Pictures that were placed together and wait for a person to say that they are in the right places. */
import { useEffect, useState } from 'react';
import type { Slot } from '#events/case/options.ts';
import { useWizard } from './context.ts';
import { keepList, keptList } from './kept.ts';
import type { Placed, PlacedBy } from './place-files.ts';
import { useCaseFiles } from './useCaseFiles.ts';

export type Guesses = {
  /** How the picture in a place came there; undefined once it was confirmed, moved or replaced. */
  of: (slot: Slot) => PlacedBy | undefined;
  /** How many were placed in each way and are not confirmed. */
  counts: ReadonlyMap<PlacedBy, number>;
  mark: (placed: Placed<File>['placed']) => void;
  confirm: () => void;
};

const separator = '|';
const entryOf = (slot: Slot, by: PlacedBy, name: string) => [slot, by, name].join(separator);

export function useGuesses(slots: readonly Slot[]): Guesses {
  const { view, userId } = useWizard();
  const { caseId } = view;
  const { at } = useCaseFiles();
  const [marks, setMarks] = useState<readonly string[]>([]);
  useEffect(() => setMarks(keptList(sessionStorage, 'placed', { userId, caseId })), [userId, caseId]);
  const keep = (next: readonly string[]) => {
    setMarks(next);
    keepList(sessionStorage, 'placed', { userId, caseId }, next);
  };
  /** A picture that was moved or replaced has another name in its place: somebody has looked at it. */
  const of = (slot: Slot): PlacedBy | undefined => {
    const { file, upload } = at(slot);
    const name = upload?.name ?? file?.name;
    if (name === undefined) return undefined;
    return (['name', 'look', 'order'] as const).find(by => marks.includes(entryOf(slot, by, name)));
  };
  const counts = new Map<PlacedBy, number>();
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
