/** Questions about models that may be in the wrong place. They are asked until they are answered. */
import { useEffect, useMemo, useState } from 'react';
import type { FileItem } from '#projections/case/view.ts';
import { keepList, keptList } from './kept.ts';
import { type Compared, jawTwice, type MixedUp, mixedUp, standing, type Twice } from './model-names.ts';

export type ModelsAsked = {
  mixed: MixedUp | undefined;
  twice: Twice | undefined;
  /** Lets the models in question stay where they are. */
  letStand: (asked: MixedUp | Twice) => void;
};

const standingsOf = (asked: MixedUp | Twice): string[] =>
  'upper' in asked
    ? [standing(asked.upper.id, 'upper'), standing(asked.lower.id, 'lower')]
    : [
        standing(asked.id, asked.from),
        ...(asked.other === undefined ? [] : [standing(asked.other, asked.to)]),
      ];

/** @param foundOf what was found of a model when it was read */
export function useMixedUp(
  files: readonly FileItem[],
  { caseId, userId }: { caseId: string; userId: string },
  foundOf: (id: string) => Compared['found'],
): ModelsAsked {
  const [kept, setKept] = useState<readonly string[]>([]);
  useEffect(() => setKept(keptList(sessionStorage, 'models', { userId, caseId })), [userId, caseId]);
  return useMemo(() => {
    const letStand = (asked: MixedUp | Twice) => {
      const all = [...kept, ...standingsOf(asked)];
      setKept(all);
      keepList(sessionStorage, 'models', { userId, caseId }, all);
    };
    const models = files
      .filter(file => file.kind === 'stl')
      .map(file => ({ ...file, found: foundOf(file.id) }));
    return { mixed: mixedUp(models, kept), twice: jawTwice(models, kept), letStand };
  }, [files, kept, userId, caseId, foundOf]);
}
