/** Questions about models in a possibly wrong slot, open until answered. */
import { useEffect, useMemo, useState } from 'react';
import type { FileItem } from '#projections/case/view.ts';
import { readPlacementList, storePlacementList } from './draft-storage.ts';
import {
  type ComparableModel,
  type DuplicateJaw,
  findDuplicateJaw,
  findMisplacedModel,
  type MisplacedModel,
  placementKey,
} from './model-names.ts';

export type PlacementQuestions = {
  mixed: MisplacedModel | undefined;
  twice: DuplicateJaw | undefined;
  /** Confirms the current place of the models in question. */
  letStand: (asked: MisplacedModel | DuplicateJaw) => void;
};

const standingsOf = (asked: MisplacedModel | DuplicateJaw): string[] =>
  'upper' in asked
    ? [placementKey(asked.upper.id, 'upper'), placementKey(asked.lower.id, 'lower')]
    : [
        placementKey(asked.id, asked.from),
        ...(asked.other === undefined ? [] : [placementKey(asked.other, asked.to)]),
      ];

/** @param foundOf returns the measures found when the model was read */
export function useModelPlacementQuestions(
  files: readonly FileItem[],
  { caseId, userId }: { caseId: string; userId: string },
  foundOf: (id: string) => ComparableModel['found'],
): PlacementQuestions {
  const [kept, setKept] = useState<readonly string[]>([]);
  useEffect(() => setKept(readPlacementList(sessionStorage, 'models', { userId, caseId })), [userId, caseId]);
  return useMemo(() => {
    const letStand = (asked: MisplacedModel | DuplicateJaw) => {
      const all = [...kept, ...standingsOf(asked)];
      setKept(all);
      storePlacementList(sessionStorage, 'models', { userId, caseId }, all);
    };
    const models = files
      .filter(file => file.kind === 'stl')
      .map(file => ({ ...file, found: foundOf(file.id) }));
    return { mixed: findMisplacedModel(models, kept), twice: findDuplicateJaw(models, kept), letStand };
  }, [files, kept, userId, caseId, foundOf]);
}
