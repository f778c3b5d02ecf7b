/**
 * Escalates unanswered questions: notifies supervisors once when a question exceeds the desk's answer time.
 */
import { computeAnswerClock } from '#events/desk/answer.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Chat } from '../chat/chat.ts';
import type { Clock } from '../clock/clock.ts';

export type EscalateDeps = {
  models: Pick<ReadModels, 'directory' | 'deskHours' | 'waitingAt'>;
  chat: Pick<Chat, 'claims'>;
  clock: Clock;
};

/**
 * Escalates the overdue questions of every desk.
 * @returns the number of escalated questions
 * @throws AggregateError of all failures, after trying every question
 */
export async function escalateOverdueQuestions({ models, chat, clock }: EscalateDeps): Promise<number> {
  const desks = new Set([...models.directory().organisations.values()].map(org => org.servedBy));
  const now = clock.now();
  const failures: unknown[] = [];
  let escalated = 0;
  for (const orgId of desks) {
    const hours = models.deskHours(orgId);
    for (const { id, since, told } of models.waitingAt(orgId)) {
      if (told) continue;
      const { state } = computeAnswerClock({ waitingSince: Date.parse(since), now, hours });
      // Questions are sorted by waiting time, so none after this one is overdue.
      if (state !== 'over') break;
      try {
        await chat.claims.escalate(id, since);
        escalated += 1;
      } catch (error) {
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'escalating questions failed');
  return escalated;
}
