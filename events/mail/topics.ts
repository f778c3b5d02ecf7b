/**
 * Topics of messages. A person chooses by topic which messages count as unread and which are mailed. The rows
 * `messages` are grouped by topic, so a change here needs a new version of that view. Pure.
 */
import type { CaseEventType } from '../case/stream.ts';

/** Topics in the order of display. Messages of kind `system` have the topic `account`. */
export const mailTopics = ['case', 'plan', 'production', 'talk', 'account'] as const;
export type MailTopic = (typeof mailTopics)[number];

export const messageKinds = ['case', 'talk', 'system'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Topics of each kind of message. */
export const topicsByMessageKind: Record<MessageKind, readonly MailTopic[]> = {
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

/** Returns the topic of a message by its kind and event type. */
export const mailTopicOf = (kind: MessageKind, type: string): MailTopic => {
  const [only = 'case', ...others] = topicsByMessageKind[kind];
  return others.length === 0 ? only : (byType.get(type) ?? only);
};
