/** Records the rules that this release serves, once, if they differ from those of the last release. */
import { createHash } from 'node:crypto';
import {
  type RecordedTransitionRule,
  recordedRulesFold,
  recordTransitionRules,
} from '#events/release/events.ts';
import { listTransitionRules } from '#events/release/served-rules.ts';
import type { Command } from '../command/handler.ts';
import { type CommandHandlerDeps, createCommandHandler } from '../command/handler.ts';

/** Rules with the hash by which releases compare theirs. */
export const rulesWithHash = (rules: readonly RecordedTransitionRule[]) => ({
  hash: createHash('sha256').update(JSON.stringify(rules)).digest('hex'),
  rules,
});

/**
 * Appends the rules. Idempotent: nodes of one release that start together append one event. The expected revision
 * decides their race, and the loser finds its own rules in the log.
 * @param rules default: those of this release
 * @returns true if the rules were appended
 */
export async function appendServedRules(
  deps: CommandHandlerDeps,
  command: Omit<Command, 'by'>,
  rules: readonly RecordedTransitionRule[] = listTransitionRules(),
): Promise<boolean> {
  const served = rulesWithHash(rules);
  const stream = createCommandHandler(deps, recordedRulesFold);
  const decide = (state: { hash: string | null }) => recordTransitionRules(state, served);
  const { appended } = await stream.handle('release', { ...command, by: 'system' }, decide);
  return appended;
}
