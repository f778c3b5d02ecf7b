/**
 * The objects of cases (plans, batches, people, …), and their relations to events and to each other.
 * Object-centric event logs (OCEL) are made from them. Pure.
 */
import type { CaseEventOf, CaseEventType } from '../case/stream.ts';
import type { LogPosition } from '../log-position.ts';
import type { TrailEvent } from './trail.ts';

type Fields = Readonly<Record<string, unknown>>;

type ObjectType = 'plan' | 'target' | 'batch' | 'shipment' | 'tray' | 'retainer' | 'request' | 'person';

/** An object, since the position of the event that made it. */
export type AnalysisObject = {
  objectId: string;
  type: ObjectType;
  caseId: string;
  fromPosition: LogPosition;
};

/**
 * A relation of an event or an object to an object or a person. The acting person, and the case of an object, are not
 * stored as relations, because other columns contain them.
 */
export type AnalysisRelation = {
  /** `#<position>` of the event. */
  source: string;
  /** Id of an object, or of a person. */
  target: string;
  isPerson: boolean;
  qualifier: string;
  caseId: string;
  fromPosition: LogPosition;
};

type NumberedType = Exclude<ObjectType, 'person'>;
/** `field`: the number of the object in its case. `makes`: the object begins with the event. */
type Link<Field> = { type: NumberedType; field: Field; makes?: true };

const version = (type: 'plan' | 'target', makes?: true) => [{ type, field: 'version', makes } as const];
const about = <T extends NumberedType>(type: T, makes?: true) => [{ type, field: type, makes } as const];

/** The objects of each type of event. */
const links: { [T in CaseEventType]?: readonly Link<keyof CaseEventOf<T>['data']>[] } = {
  TargetSubmitted: version('target', true),
  TargetExpertReviewed: version('target'),
  TargetDoctorReviewed: version('target'),
  PlanSubmitted: version('plan', true),
  PlanRecalled: version('plan'),
  PlanExpertReviewed: version('plan'),
  PlanDoctorReviewed: version('plan'),
  ReturnedToDesign: version('plan'),
  ProductionScheduled: about('batch', true),
  BatchFinished: about('batch'),
  BatchFailed: about('batch'),
  BatchShipped: [...about('shipment', true), ...about('batch')],
  ParcelCorrected: about('shipment'),
  ReceiptConfirmed: about('shipment'),
  ShipmentLost: about('shipment'),
  ChangeRequested: about('request', true),
  ChangeWithdrawn: about('request'),
  TrayOrdered: about('tray', true),
  TrayShipped: about('tray'),
  TrayReceived: about('tray'),
  RetainerApplied: about('retainer', true),
  RetainerProduced: about('retainer'),
  RetainerDelivered: about('retainer'),
  RetainerReceived: about('retainer'),
};

const numbered = (caseId: string, type: NumberedType, number: unknown) => `${caseId}/${type}-${number}`;

/** One shared empty list: most events have neither objects nor relations, and a build folds millions of events. */
const none: readonly never[] = [];

/** The people whom an event names: who did it, to whom it gave the case, and to whom the case belongs. */
export const peopleOfEvent = ({ by, data }: Pick<TrailEvent, 'by' | 'data'>): string[] => [
  by,
  ...('assigneeId' in data ? [data.assigneeId] : []),
  ...('ownerId' in data ? [data.ownerId] : []),
];

/** Returns the objects that begin with an event, without people. */
export function objectsStartedByEvent({
  type,
  data,
  caseId,
  position,
}: TrailEvent): readonly AnalysisObject[] {
  if (!links[type]) return none;
  const made = (links[type] ?? []).filter(({ makes }) => makes);
  return made.map(link => ({
    objectId: numbered(caseId, link.type, (data as Fields)[link.field]),
    type: link.type,
    caseId,
    fromPosition: position,
  }));
}

/** Returns the relations of an event to objects and people. */
export function relationsOfEvent({ type, data, caseId, position }: TrailEvent): readonly AnalysisRelation[] {
  if (!links[type] && !('measured' in data) && !('assigneeId' in data) && !('ownerId' in data)) return none;
  const relation = (target: string, qualifier: string, isPerson = false): AnalysisRelation => ({
    source: `#${position}`,
    target,
    isPerson,
    qualifier,
    caseId,
    fromPosition: position,
  });
  const related = (links[type] ?? []).map(link =>
    relation(numbered(caseId, link.type, (data as Fields)[link.field]), link.field),
  );
  if ('measured' in data)
    for (const { request } of data.measured)
      related.push(relation(numbered(caseId, 'request', request), 'measured'));
  if ('assigneeId' in data) related.push(relation(data.assigneeId, 'to', true));
  if ('ownerId' in data) related.push(relation(data.ownerId, 'owner', true));
  return related;
}
