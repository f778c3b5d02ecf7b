/** All events of a case's stream. */
import { discussionEvents } from '../plan/discussion-events.ts';
import { planEvents } from '../plan/events.ts';
import { processEvents } from '../process/events.ts';
import { retainerEvents } from '../retainer/events.ts';
import { shipmentEvents } from '../shipment/events.ts';
import { trayEvents } from '../tray/events.ts';
import { wearEvents } from '../wear/events.ts';
import { deliveryEvents } from './delivery.ts';
import type { EventsOf } from './event-definition.ts';
import { lifecycleEvents } from './events.ts';

export const caseEvents = {
  ...lifecycleEvents,
  ...deliveryEvents,
  ...planEvents,
  ...shipmentEvents,
  ...discussionEvents,
  ...trayEvents,
  ...wearEvents,
  ...retainerEvents,
  ...processEvents,
};

export type CaseEvent = EventsOf<typeof caseEvents>;
export type CaseEventType = CaseEvent['type'];
export type CaseEventOf<T extends CaseEventType> = Extract<CaseEvent, { type: T }>;

export const caseStreamOf = (caseId: string) => `case-${caseId}`;
export const caseStreamPrefix = 'case-';
/** Returns the case id of an event of a case's stream. */
export const caseIdOfEvent = ({ stream }: { stream: string }): string =>
  stream.slice(caseStreamPrefix.length);

// A set: folds of a whole log ask for every event.
const caseEventTypes: ReadonlySet<string> = new Set(Object.keys(caseEvents));

export function isCaseEventType(type: string): type is CaseEventType {
  return caseEventTypes.has(type);
}
