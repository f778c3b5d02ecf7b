/** The question whether models stand in each other's place: asked wherever the case is looked at, until it is answered. */
import { useEffect, useMemo, useState } from 'react';
import type { FileItem } from '#projections/case/view.ts';
import { keepModels, keptModels } from './kept.ts';
import { type MixedUp, mixedUp, standing } from './model-names.ts';

export type ModelsAsked = {
  mixed: MixedUp | undefined;
  /** Lets both stand as they are. */
  letStand: (mixed: MixedUp) => void;
};

export function useMixedUp(files: readonly FileItem[], caseId: string, userId: string): ModelsAsked {
  const [kept, setKept] = useState<readonly string[]>([]);
  useEffect(() => setKept(keptModels(sessionStorage, userId, caseId)), [userId, caseId]);
  return useMemo(() => {
    const letStand = ({ id, from, to, other }: MixedUp) => {
      const both = [standing(id, from), ...(other === undefined ? [] : [standing(other, to)])];
      const all = [...kept, ...both];
      setKept(all);
      keepModels(sessionStorage, userId, caseId, all);
    };
    const models = files.filter(file => file.kind === 'stl');
    return { mixed: mixedUp(models, kept), letStand };
  }, [files, kept, userId, caseId]);
}
