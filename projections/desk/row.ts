/** The rows `desk`: one for each organisation with a service desk. */

import { defaultZone } from '#events/case/calendar.ts';
import { type Desk, evolveDesk, noDesk, withDutyEnded } from '#events/desk/desk.ts';
import { deskStreamPrefix } from '#events/desk/events.ts';
import type { DeskHours } from '#events/desk/hours.ts';
import type { Recorded } from '#events/envelope.ts';
import { type DirectoryEvent, directoryStream } from '#events/person/events.ts';
import { recordOf } from '#events/streams.ts';
import { personAtEvent, servingOrganisationNow } from '../people/row.ts';
import type { PresentCtx } from '../present.ts';
import { deskRoom } from '../rooms.ts';
import type { ViewRowReads } from '../row-access.ts';
import type { FoldedView, RowReader } from '../view.ts';
import type { ServiceDeskView } from './item.ts';
import { presentDesk } from './present.ts';

export type DeskRow = {
  orgId: string;
  zone: string;
  /** Ids of the served organisations, including its own if it serves itself. */
  serves: string[];
  desk: Desk;
};

/** A frozen, removed or moved person goes off duty, and is not put back automatically when unfrozen. */
const endsDuty = (e: DirectoryEvent) =>
  e.type === 'PersonFrozen' || e.type === 'PersonRemoved' || e.type === 'PersonMoved';

function keys(event: Recorded, read: RowReader): string[] {
  if (event.stream !== directoryStream) return [recordOf('desk', event).data.orgId];
  const e = recordOf('directory', event);
  if (e.type === 'OrganisationAdded') return [e.data.servedBy];
  if (e.type === 'OrganisationChanged') return [e.data.orgId];
  if (e.type === 'PersonMoved') return [e.data.from.orgId];
  if (!endsDuty(e)) return [];
  const person = personAtEvent(read, e.data.personId);
  return person ? [person.orgId] : [];
}

const empty = (orgId: string): DeskRow => ({ orgId, zone: defaultZone, serves: [], desk: noDesk });

function fold(row: DeskRow | undefined, event: Recorded, id: string): DeskRow | null {
  if (event.stream !== directoryStream) {
    const before = row ?? empty(id);
    return { ...before, desk: evolveDesk(before.desk, recordOf('desk', event)) };
  }
  const e = recordOf('directory', event);
  if (endsDuty(e)) return row ? { ...row, desk: withDutyEnded(row.desk, e.data.personId) } : null;
  // An organisation that another one serves has no desk.
  if (e.type === 'OrganisationChanged') return row ? { ...row, zone: e.data.zone ?? row.zone } : null;
  if (e.type !== 'OrganisationAdded') return row ?? null;
  const before = row ?? empty(id);
  const { orgId, zone } = e.data;
  const serves = [...before.serves.filter(one => one !== orgId), orgId];
  return { ...before, serves, zone: orgId === id ? zone : before.zone };
}

export type DeskReads = {
  /** The desk that serves the viewer's organisation. */
  desk(ctx: PresentCtx): ServiceDeskView | undefined;
  /** Opening hours of an organisation's desk; the default hours if none were set. */
  deskHours(orgId: string): DeskHours;
};

/** Folds after `people`, because it reads people's organisations there. */
export const deskView = {
  name: 'desk',
  version: 2,
  keep: 200,
  follows: [deskStreamPrefix, directoryStream],
  keys,
  fold: (row, event, _read, id) => fold(row, event, id),
  lists: { desk: ['orgId'] },
  sights: ({ orgId, serves }) =>
    [...new Set([orgId, ...serves])].map(org => ({
      list: 'desk',
      room: deskRoom(org),
      group: '',
      sort: { orgId },
    })),
  resumes: true,
  impersonal: true,
  present: presentDesk,
  reads: (own: ViewRowReads<ServiceDeskView>): DeskReads => ({
    desk: ctx => own.item(ctx, servingOrganisationNow(own, ctx.viewer.orgId)),
    deskHours: orgId => {
      const { zone, desk } = own.find<DeskRow>('desk', orgId)?.row ?? empty(orgId);
      return { zone, week: desk.week, days: desk.days };
    },
  }),
} satisfies FoldedView<DeskRow, ServiceDeskView>;
