/**
 * The rights matrix: one line for each call of the API, with its expectation. `rights.test.ts` takes the calls from the
 * API's description and sends each as every position of the target's own, its serving and an unrelated organisation.
 *
 * To add a call, add one line to the table of its noun: `'POST /api/users/:id/freeze': [admins, 'person']`. It says
 * whom the call is for (others: 403), which kind of thing its id names (a stranger's answers like a missing one), and
 * who among those that see the thing may make the call (default: all). Steps of an order share the line that ends in
 * `/actions/:action`. A new kind of thing also needs its viewers in `expectation.ts` and an example in `targets.ts`. A
 * body's field that names a person or an organisation has a line in `bodyIdFields`.
 */
import type { Position } from '#events/person/position.ts';
import { caseRights } from './case-rights.ts';
import { coverRights } from './cover-rights.ts';
import { deskRights } from './desk-rights.ts';
import type { OrganisationRelation, RightsTable } from './expectation.ts';
import { ownRights } from './own-rights.ts';
import { peopleRights } from './people-rights.ts';
import { publicRights } from './public-rights.ts';

/** No two tables have a line for the same call. */
export const rightsTables: readonly RightsTable[] = [
  publicRights,
  ownRights,
  peopleRights,
  coverRights,
  deskRights,
  caseRights,
];
export const rightsTable: RightsTable = Object.assign({}, ...rightsTables);

/** A field of a body that names something by its id; a stranger's id in it answers like a missing one. */
export type BodyIdField = {
  call: string;
  as: `${Position}, ${OrganisationRelation}` | 'owner';
  field: string;
  /** Further fields that the call needs and its example lacks. */
  beside?: object;
  foreign: string | string[];
  missing: string | string[];
};

const assistant = { position: 'Assistant' };

/** Fields of bodies that name a person or an organisation. */
export const bodyIdFields: readonly BodyIdField[] = [
  { call: 'POST /api/users', as: 'Admin, foreign', field: 'orgId', foreign: 'clinic', missing: 'none' },
  {
    call: 'POST /api/users',
    as: 'Admin, foreign',
    field: 'serves',
    beside: assistant,
    foreign: ['owner'],
    missing: ['none'],
  },
  { call: 'POST /api/users/:id/move', as: 'Admin, own', field: 'orgId', foreign: 'other', missing: 'none' },
  { call: 'POST /api/invitations', as: 'Admin, foreign', field: 'orgId', foreign: 'clinic', missing: 'none' },
  {
    call: 'POST /api/invitations',
    as: 'Admin, foreign',
    field: 'serves',
    beside: assistant,
    foreign: ['owner'],
    missing: ['none'],
  },
  { call: 'POST /api/imports', as: 'Admin, foreign', field: 'orgId', foreign: 'clinic', missing: 'none' },
  {
    call: 'POST /api/imports/check',
    as: 'Admin, foreign',
    field: 'orgId',
    foreign: 'clinic',
    missing: 'none',
  },
  {
    call: 'POST /api/assistants/:id/offers',
    as: 'owner',
    field: 'account',
    foreign: 'foreign-Doctor',
    missing: 'none',
  },
  ...['POST /api/covers', 'POST /api/handOvers'].flatMap((call): BodyIdField[] => [
    { call, as: 'owner', field: 'account', foreign: 'foreign-Doctor', missing: 'none' },
  ]),
  {
    call: 'POST /api/chats/:id/handOver',
    as: 'SuperMechanic, serving',
    field: 'to',
    foreign: 'foreign-Service',
    missing: 'none',
  },
];
