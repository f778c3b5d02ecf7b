/**
 * What messages are about: their kinds, those of cases told apart. A person chooses by these what counts here and what
 * comes by mail. The rows `messages` are grouped by them: a change raises their version. Pure.
 */
import type { CaseEventType } from '../case/stream.ts';

/** In the order in which they are offered. `account` is what messages call `system`. */
export const mailTopics = ['case', 'plan', 'production', 'talk', 'account'] as const;
export type MailTopic = (typeof mailTopics)[number];

export const messageKinds = ['case', 'talk', 'system'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What the messages of each kind are about. */
export const topicsOf: Record<MessageKind, readonly MailTopic[]> = {
  case: ['case', 'plan', 'production'],
  talk: ['talk'],
  system: ['account'],
};

const plan: readonly CaseEventType[] = [
  'TargetSubmitted',
  'TargetExpertReviewed',
  'TargetDoctorReviewed',
  'PlanSubmitted',
  'PlanRecalled',
  'PlanExpertReviewed',
  'PlanDoctorReviewed',
  'ReturnedToDesign',
  'PlanCommented',
  'CommentReplied',
  'CommentResolved',
  'CommentReopened',
  'ChangeRequested',
  'ChangeWithdrawn',
  'RequestsMeasured',
];

const production: readonly CaseEventType[] = [
  'ProductionScheduled',
  'BatchFailed',
  'BatchShipped',
  'ReceiptConfirmed',
  'ShipmentLost',
  'NextBatchOrdered',
  'TrayOrdered',
  'TrayShipped',
  'TrayReceived',
  'RetainerApplied',
  'RetainerProduced',
  'RetainerDelivered',
  'RetainerReceived',
];

const byType = new Map<string, MailTopic>([
  ...plan.map(type => [type, 'plan'] as const),
  ...production.map(type => [type, 'production'] as const),
]);

/** What a message of this event is about. */
export const topicOf = (kind: MessageKind, type: string): MailTopic => {
  const [only = 'case', ...others] = topicsOf[kind];
  return others.length === 0 ? only : (byType.get(type) ?? only);
};
