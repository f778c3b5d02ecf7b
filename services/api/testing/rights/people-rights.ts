/** Calls on people, organisations, invitations, imports and assistants. How to add one: `rights-table.ts`. */
import type { Position } from '#events/person/position.ts';
import type { RightsTable } from './expectation.ts';

const admins: readonly Position[] = ['Admin'];
const doctors: readonly Position[] = ['Doctor'];

export const peopleRights: RightsTable = {
  'GET /api/users': [['Admin', 'SuperMechanic', 'Service']],
  'POST /api/users': [admins],
  'GET /api/users/:id': [admins, 'person'],
  'PUT /api/users/:id': [admins, 'person'],
  'DELETE /api/users/:id': [admins, 'person'],
  'POST /api/users/:id/freeze': [admins, 'person'],
  'POST /api/users/:id/unfreeze': [admins, 'person'],
  'POST /api/users/:id/permanent': [admins, 'person'],
  'POST /api/users/:id/move': [admins, 'person'],
  'POST /api/users/:id/endSessions': [admins, 'person'],
  'POST /api/users/:id/removeFactors': [admins, 'person'],
  'GET /api/invitations': [admins],
  'POST /api/invitations': [admins],
  'DELETE /api/invitations/:id': [admins, 'invitation'],
  'POST /api/invitations/:id/renew': [admins, 'invitation'],
  'GET /api/imports': [admins],
  'POST /api/imports': [admins],
  'POST /api/imports/check': [admins],
  'GET /api/imports/template/:format': [admins],
  'GET /api/imports/:id': [admins, 'import'],
  'DELETE /api/imports/:id': [admins, 'import'],
  'GET /api/organisations': [admins],
  'POST /api/organisations': [admins],
  'PUT /api/organisations/:id': [admins, 'organisation'],
  'GET /api/assistants': [doctors],
  'POST /api/assistants': [doctors],
  'POST /api/assistants/check': [doctors],
  'PUT /api/assistants/:id': [doctors, 'assistant'],
  'DELETE /api/assistants/:id': [doctors, 'assistant'],
  'POST /api/assistants/:id/freeze': [doctors, 'assistant'],
  'POST /api/assistants/:id/unfreeze': [doctors, 'assistant'],
  'POST /api/assistants/:id/end': [doctors, 'assistant'],
  'POST /api/assistants/:id/offers': [doctors, 'assistant'],
  'DELETE /api/assistants/:id/offers/:doctorId': [doctors, 'assistant'],
  'GET /api/assistants/offers': [doctors],
  'POST /api/assistants/:id/accept': [doctors, 'offered'],
  'POST /api/assistants/:id/decline': [doctors, 'offered'],
};
