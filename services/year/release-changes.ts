/**
 * The releases of a simulated year. The second release takes a right away, so earlier moves are judged by older rules.
 */
import { type RecordedTransitionRule, recordTransitionRules, releaseStream } from '#events/release/events.ts';
import { listTransitionRules } from '#events/release/served-rules.ts';
import { eventIdOf } from '../command/command-ids.ts';
import { rulesWithHash } from '../release/record-rules.ts';
import type { CaseLife } from './case-life.ts';
import { isEmployed, type YearPerson } from './staff.ts';
import type { YearWorld } from './year-world.ts';

/** The rules of the first release: experts could accept cases too, until the release that requires targets. */
const formerRules = (): RecordedTransitionRule[] =>
  listTransitionRules().map(rule =>
    rule.type === 'CaseAccepted' ? { ...rule, by: [...rule.by, 'Specialist'] } : rule,
  );

/** An expert accepted one of so many cases while experts could accept cases. */
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

/** Schedules the rules with which the year begins, and their change. */
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
