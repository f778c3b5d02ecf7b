/** A saved question folded from its events, and who may read it. Pure. */
import { analystPositions } from '../analysis/rights.ts';
import type { Viewer } from '../person/position.ts';
import type { QuestionContent, QuestionEvent } from './events.ts';

export type SavedQuestion = QuestionContent & {
  id: string;
  ownerId: string;
  /** The organisation whose analysts may read it; null for none. */
  sharedWith: string | null;
  removed: boolean;
  /** ISO time of the last change. */
  savedAt: string;
  revision: number;
};

type Recorded = { at: string; revision: number };

/** Returns the question after an event. Undefined without its first content. */
export function evolveQuestion(
  before: SavedQuestion | undefined,
  e: QuestionEvent & Recorded,
): SavedQuestion | undefined {
  const { questionId: id, ownerId } = e.data;
  const last = { savedAt: e.at, revision: e.revision };
  if (e.type === 'QuestionSaved') {
    const sharedWith = before?.sharedWith ?? null;
    return { id, ownerId, ...e.personal, sharedWith, removed: false, ...last };
  }
  if (!before) return undefined;
  switch (e.type) {
    case 'QuestionShared':
      return { ...before, sharedWith: e.data.orgId, ...last };
    case 'QuestionRemoved':
      return { ...before, sharedWith: null, removed: true, ...last };
    default:
      return e satisfies never;
  }
}

type Visible = Pick<SavedQuestion, 'ownerId' | 'sharedWith' | 'removed'>;

/** True for its owner, and for the analysts with whom it is shared. */
export function mayReadQuestion({ id, orgId, position }: Viewer, question: Visible): boolean {
  if (question.removed || !analystPositions.some(one => one === position)) return false;
  return question.ownerId === id || question.sharedWith === orgId;
}
