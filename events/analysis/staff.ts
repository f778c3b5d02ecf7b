/** What the tables read of the directory and of desks: positions of people, and hours by organisation, as of then. Pure. */
import { defaultZone } from '../case/calendar.ts';
import { type Desk, evolveDesk, noDesk } from '../desk/desk.ts';
import { deskPrefix } from '../desk/events.ts';
import type { Hours } from '../desk/hours.ts';
import type { Recorded } from '../envelope.ts';
import { directoryStream } from '../person/events.ts';
import type { Position } from '../person/position.ts';
import { shareStreamPrefix } from '../share/stream.ts';
import { recordOf } from '../streams.ts';
import type { ActorPosition } from './event-row.ts';

type HoursOfDesk = Pick<Desk, 'revision' | 'week' | 'days'>;

/** The people of organisations as of a position of the log. Immutable: a change returns a new object. */
export type Staff = {
  positions: ReadonlyMap<string, Position>;
  zones: ReadonlyMap<string, string>;
  desks: ReadonlyMap<string, HoursOfDesk>;
};

export const noStaff: Staff = { positions: new Map(), zones: new Map(), desks: new Map() };

const withEntry = <V>(map: ReadonlyMap<string, V>, key: string, value: V) => new Map(map).set(key, value);

function withDesk(staff: Staff, event: Recorded): Staff {
  const e = recordOf('desk', event);
  const { orgId } = e.data;
  const { revision, week, days } = evolveDesk({ ...noDesk, ...staff.desks.get(orgId) }, e);
  return { ...staff, desks: withEntry(staff.desks, orgId, { revision, week, days }) };
}

/** Returns the staff after an event of the directory or of a desk; the same object if nothing changes. */
export function evolveStaff(staff: Staff, event: Recorded): Staff {
  if (event.stream.startsWith(deskPrefix)) return withDesk(staff, event);
  if (event.stream !== directoryStream) return staff;
  const { type, data } = recordOf('directory', event);
  if (type === 'PersonAdded' || type === 'PersonMoved')
    return { ...staff, positions: withEntry(staff.positions, data.personId, data.position) };
  if ((type === 'OrganisationAdded' || type === 'OrganisationChanged') && data.zone !== undefined)
    return { ...staff, zones: withEntry(staff.zones, data.orgId, data.zone) };
  return staff;
}

/** Returns the position of the person who acted; null for a person who is not in the directory. */
export function actorPositionOf({ positions }: Staff, actorId: string): ActorPosition | null {
  if (actorId === 'system') return 'system';
  // A patient acts through the link of a share.
  return actorId.startsWith(shareStreamPrefix) ? 'patient' : (positions.get(actorId) ?? null);
}

/** Returns the working hours of an organisation's desk. */
export function hoursOf({ zones, desks }: Staff, orgId: string): Hours {
  const { week, days } = desks.get(orgId) ?? noDesk;
  return { zone: zones.get(orgId) ?? defaultZone, week, days };
}
