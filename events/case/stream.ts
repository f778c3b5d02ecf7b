/** All events that a case's stream may hold. */
import { discussionEvents } from '../plan/discussion-events.ts';
import { planEvents } from '../plan/events.ts';
import { shipmentEvents } from '../shipment/events.ts';
import type { EventsOf } from './define.ts';
import { lifecycleEvents } from './events.ts';

export const caseEvents = { ...lifecycleEvents, ...planEvents, ...shipmentEvents, ...discussionEvents };

export type CaseEvent = EventsOf<typeof caseEvents>;
export type CaseEventType = CaseEvent['type'];
export type CaseEventOf<T extends CaseEventType> = Extract<CaseEvent, { type: T }>;

export const caseStream = (caseId: string) => `case-${caseId}`;
export const caseStreamPrefix = 'case-';

export function isCaseEventType(type: string): type is CaseEventType {
  return Object.hasOwn(caseEvents, type);
}
