/**
 * The rows `names`: people's names. Clients apply a changed name to the rows they hold. The rows that show the name are
 * not pushed, because a supervisor's name is in every row of the organisation.
 */

import type { Recorded } from '#events/envelope.ts';
import { directoryStream } from '#events/person/events.ts';
import { isClinician, type Viewer } from '#events/person/position.ts';
import { recordOf } from '#events/streams.ts';
import type { PersonRef } from '../caseList/item.ts';
import type { PresentCtx } from '../present.ts';
import { namesRoom } from '../rooms.ts';
import type { FoundRow, RowReads } from '../row-access.ts';
import type { FoldedView, RowReader } from '../view.ts';
import { personAtEvent, servingOrganisationAtEvent, servingOrganisationNow } from './row.ts';

export type NameRow = PersonRef & {
  orgId: string;
  servedBy: string;
  serves: readonly string[];
  /** Doctors whom the person serves or ever served, covered or took cases over from. Their histories still name the person. */
  served: readonly string[];
  /** Position of the last event that changed the person's rights. */
  rightsAt: string;
};

/** Events besides `serves` that change what a doctor may see. */
const rightsEvents = [
  ...['CoverArranged', 'CoverEnded'],
  ...['CollaboratorJoined', 'CollaboratorEnded', 'CollaborationMoved'],
];

function fold(row: NameRow | undefined, event: Recorded, read: RowReader, id: string): NameRow | null {
  // The view `people` folds first, so this is the person after the event.
  const person = personAtEvent(read, id);
  if (!person) return row ?? null;
  const { name, position, orgId, serves } = person;
  const e = recordOf('directory', event);
  const isCover = rightsEvents.some(type => type === e.type);
  const sameRights = !row || (!isCover && serves.join() === row.serves.join());
  const colleagues = 'ownerId' in e.data ? [e.data.ownerId] : [];
  const served = [...new Set([...(row?.served ?? []), ...serves, ...colleagues])];
  if (row && sameRights && row.name === name && served.length === row.served.length) return row;
  return {
    id,
    name,
    position,
    orgId,
    serves,
    servedBy: servingOrganisationAtEvent(read, orgId) ?? orgId,
    served,
    rightsAt: sameRights ? (row?.rightsAt ?? '0') : String(event.position),
  };
}

/**
 * Whether rows that the viewer sees or saw may contain the person's name. Staff and everybody they serve know each
 * other. A doctor's side knows its own people and the staff that serves it, but no other doctors of the organisation.
 */
function mayName(viewer: Viewer, row: NameRow, rows: Pick<RowReads, 'find'>): boolean {
  if (viewer.id === row.id) return true;
  if (!isClinician(viewer.position)) return [row.orgId, row.servedBy].includes(viewer.orgId);
  if (!isClinician(row.position)) return row.orgId === servingOrganisationNow(rows, viewer.orgId);
  const doctors = [viewer.id, ...(rows.find<NameRow>('names', viewer.id)?.row.served ?? [])];
  return doctors.includes(row.id) || row.served.some(id => doctors.includes(id));
}

function present({ row }: FoundRow<NameRow>, ctx: PresentCtx, rows: RowReads): PersonRef | undefined {
  const { id, name, position } = row;
  return mayName(ctx.viewer, row, rows) ? { id, name, position } : undefined;
}

/** Position of the last change of this person's rights. Rows read before it may be hidden from the person now. */
export const positionOfRightsChange = (rows: Pick<RowReads, 'find'>, personId: string): bigint =>
  BigInt(rows.find<NameRow>('names', personId)?.row.rightsAt ?? '0');

/** Folds after `people`. */
export const namesView = {
  name: 'names',
  version: 2,
  keep: 20_000,
  follows: [directoryStream],
  keys: event => {
    const { data } = recordOf('directory', event);
    return 'personId' in data && data.personId !== null ? [data.personId] : [];
  },
  fold,
  lists: { names: ['id'] },
  sights: ({ id }) => [{ list: 'names', room: namesRoom, group: '', sort: { id } }],
  resumes: true,
  present,
} satisfies FoldedView<NameRow, PersonRef>;
