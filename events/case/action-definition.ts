/** The context of a decision, and the declaration of an action. */
import type * as z from 'zod/mini';
import type { Position, Viewer } from '../person/position.ts';
import type { CaseState } from './case.ts';
import type { CaseFileFacts } from './files.ts';
import type { ProductOffer } from './offer.ts';
import type { CaseEvent } from './stream.ts';

/** A finished upload that belongs to this case and may be taken by an action. */
export type Upload = CaseFileFacts & {
  name: string;
  /** Stage counts that a plan bundle states of itself. */
  stages?: { upper: number; lower: number };
  /** SHA-256 hashes of the shapes that a plan bundle references. */
  shapes?: string[];
  /** Stated size in bytes of each shape; absent for uploads of older releases. */
  shapeBytes?: number[];
};

/** Everything that a decision may look up; fetched before it runs. */
export type DecisionContext = {
  viewer: Viewer;
  /** Current time, ISO. */
  now: string;
  /** Today in the time zone of the case's organisation, yyyy-mm-dd. */
  today: string;
  person: (id: string) => { id: string; position: Position; orgId: string; active: boolean } | undefined;
  upload: (id: string) => Upload | undefined;
  /** What the case's organisation offers. */
  offer: ProductOffer;
  /** SHA-256 of the words joined by a line break, hex. */
  digest: (words: readonly string[]) => string;
  /** The refinement's case id, derived from the command. */
  childId: string;
};

export type ActionDefinition<S extends z.ZodMiniType = z.ZodMiniType> = {
  input: S;
  /** Example input for OpenAPI, which the server accepts for a case at the right status. */
  example: z.input<S>;
  emit: (state: CaseState, input: z.infer<S>, ctx: DecisionContext) => CaseEvent[];
};

/** Declares an action and ties its input type to its `emit`. */
export function defineAction<S extends z.ZodMiniType>(def: ActionDefinition<S>): ActionDefinition<S> {
  return def;
}
