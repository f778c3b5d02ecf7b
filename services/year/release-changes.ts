/** The releases of a simulated year: the second takes a right away, so earlier moves are judged by older rules. */
import { type RecordedTransitionRule, recordTransitionRules, releaseStream } from '#events/release/events.ts';
import { listTransitionRules } from '#events/release/served-rules.ts';
import { eventIdOf } from '../command/command-ids.ts';
import { rulesWithHash } from '../release/record-rules.ts';
import type { CaseLife } from './case-life.ts';
import { isEmployed, type YearPerson } from './staff.ts';
import type { YearWorld } from './year-world.ts';

/** Experts accepted cases too, until the release that makes targets a rule of practice. */
const formerRules = (): RecordedTransitionRule[] =>
  listTransitionRules().map(rule =>
    rule.type === 'CaseAccepted' ? { ...rule, by: [...rule.by, 'Specialist'] } : rule,
  );

/** One of so many cases was accepted by an expert while they might. */
const ACCEPTED_BY_EXPERT = 5;

/**
 * Returns the expert to record as the acceptor; undefined for the supervisor or desk person who acts. Experts could accept
 * cases until the second release. Today's decider refuses them, so it decides for the person who acts, and only the
 * recorded person differs.
 */
export function findAcceptor(
  { number }: CaseLife,
  { staff, plan, clock }: YearWorld,
): YearPerson | undefined {
  if (clock.now() >= plan.targetsRequired || number % ACCEPTED_BY_EXPERT !== 0) return undefined;
  return staff.experts.find(expert => isEmployed(expert, clock.now()));
}

/** Plans the rules that the year begins with, and their change. */
export function scheduleRuleReleases({ agenda, plan, clock, ids, append }: YearWorld): void {
  const serve = (revision: number, served: readonly RecordedTransitionRule[]) => {
    const commandId = ids.of(`release ${revision}`);
    const stamp = {
      id: eventIdOf(commandId, 0),
      at: clock.at(),
      by: 'system',
      cause: commandId,
      correlation: commandId,
    };
    const events = recordTransitionRules({ hash: null }, rulesWithHash(served)).map(event => ({
      ...event,
      ...stamp,
    }));
    append({ stream: releaseStream, expected: revision === 0 ? 'none' : BigInt(revision - 1), events });
  };
  agenda.add(plan.start, () => serve(0, formerRules()));
  agenda.add(plan.targetsRequired, () => serve(1, listTransitionRules()));
}
