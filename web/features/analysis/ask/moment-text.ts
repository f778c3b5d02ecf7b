import type { AskAnswer } from '#services/api/answers.ts';
import { formatZonedMoment } from '#web/lib/format.ts';

/** Position of the answer on the screen, and its time. */
export type AnswerMoment = Pick<AskAnswer, 'position' | 'clock'>;

/** A question's moment as text. A position's time is known only if the answer on the screen has that position. */
export const momentText = (asOf: string, answered: AnswerMoment | undefined): string =>
  asOf === answered?.position && answered.clock ? `${formatZonedMoment(answered.clock)} · ${asOf}` : asOf;
