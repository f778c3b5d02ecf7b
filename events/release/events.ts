/** Events of the stream `release`: what a release of the server changed for everybody. No person causes them. */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';

/**
 * Moves between statuses that a release permits, by the type of their event. Types and actors are named as in that
 * release; later releases may not know these names. `prior`: the status before `from`.
 */
const servedRule = z.object({
  type: z.string(),
  from: z.array(z.int()),
  to: z.array(z.union([z.int(), z.literal('prior')])),
  /** Actors (rules.ts) who may cause it. */
  by: z.array(z.string()),
});
export type RecordedTransitionRule = z.infer<typeof servedRule>;

export const releaseEvents = defineEvents({
  /** From here on, cases move by these rules. `hash`: SHA-256 of the rules as JSON, hex. */
  RulesServed: { reaches: [], data: z.object({ hash: z.string(), rules: z.array(servedRule) }) },
});

type ReleaseEvent = EventsOf<typeof releaseEvents>;

export const releaseStream = 'release';

/** `hash`: of the rules recorded last; null before the first. */
export type LatestRulesHash = { hash: string | null };

export const recordedRulesFold = {
  kind: 'release',
  streamOf: () => releaseStream,
  empty: { hash: null } as LatestRulesHash,
  evolve: (_before: LatestRulesHash, { data }: ReleaseEvent): LatestRulesHash => ({ hash: data.hash }),
} as const;

/** Records the rules, unless they equal those recorded last. */
export const recordTransitionRules = (
  state: LatestRulesHash,
  served: { hash: string; rules: readonly RecordedTransitionRule[] },
): ReleaseEvent[] =>
  state.hash === served.hash
    ? []
    : [{ type: 'RulesServed', data: { hash: served.hash, rules: [...served.rules] } }];
