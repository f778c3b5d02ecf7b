/** Calls on conversations, the service desk and articles. How to add one: `rights-table.ts`. */
import { deskManagerPositions, dutyPositions } from '#events/desk/rights.ts';
import { backOfficePositions } from '#events/person/position.ts';
import type { OrganisationRelation, RightsTable } from './expectation.ts';

/** Organisations with an own desk and own articles: those that serve themselves. */
const selfServed: readonly OrganisationRelation[] = ['serving', 'foreign'];

export const deskRights: RightsTable = {
  'GET /api/chats': ['signedIn'],
  'GET /api/chats/desk': [dutyPositions],
  'GET /api/chats/search': ['signedIn', 'chat'],
  'GET /api/chats/:id': ['signedIn', 'chat'],
  'GET /api/chats/:id/people': ['signedIn', 'chat'],
  'GET /api/chats/:id/messages': ['signedIn', 'chat'],
  'GET /api/chats/:id/messages/:message/translation': ['signedIn', 'chat'],
  'POST /api/chats/:id/read': ['signedIn', 'chat'],
  'POST /api/chats/:id/messages': ['signedIn', 'chat'],
  'PUT /api/chats/:id/messages/:message': ['signedIn', 'chat', ['owner']],
  'DELETE /api/chats/:id/messages/:message': ['signedIn', 'chat', ['owner', 'SuperMechanic']],
  'POST /api/chats/:id/claim': ['signedIn', 'chat', dutyPositions],
  'POST /api/chats/:id/handOver': ['signedIn', 'chat', dutyPositions],
  'POST /api/chats/:id/release': ['signedIn', 'chat', dutyPositions],
  'POST /api/chats/:id/close': ['signedIn', 'chat', dutyPositions],
  'GET /api/desk': ['signedIn'],
  'PUT /api/desk/hours': [deskManagerPositions, undefined, selfServed],
  'PUT /api/desk/couriers': [deskManagerPositions, undefined, selfServed],
  'POST /api/desk/holidays': [deskManagerPositions, undefined, selfServed],
  'DELETE /api/desk/holidays/:day': [deskManagerPositions, 'day', selfServed],
  'POST /api/desk/canned': [deskManagerPositions, undefined, selfServed],
  'PUT /api/desk/canned/:id': [deskManagerPositions, 'canned', selfServed],
  'DELETE /api/desk/canned/:id': [deskManagerPositions, 'canned', selfServed],
  'POST /api/desk/duty': [dutyPositions, undefined, selfServed],
  'GET /api/articles': ['signedIn'],
  'GET /api/articles/:id': ['signedIn', 'published'],
  'GET /api/backOffice/articles': [backOfficePositions],
  'POST /api/backOffice/articles': [backOfficePositions, undefined, selfServed],
  'GET /api/backOffice/articles/:id': [backOfficePositions, 'article'],
  'PUT /api/backOffice/articles/:id': [backOfficePositions, 'article'],
  'DELETE /api/backOffice/articles/:id': [backOfficePositions, 'article'],
  'POST /api/backOffice/articles/:id/publish': [backOfficePositions, 'article'],
  'POST /api/backOffice/articles/:id/withdraw': [backOfficePositions, 'article'],
  'POST /api/backOffice/articles/:id/restore': [backOfficePositions, 'article'],
};
