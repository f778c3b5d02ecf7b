/** Calls on covers and collaborators. How to add one: `rights-table.ts`. */
import type { RightsTable } from './expectation.ts';

const doctors = ['Doctor'] as const;

export const coverRights: RightsTable = {
  'GET /api/covers': [doctors],
  'POST /api/covers': [doctors],
  'POST /api/covers/:id/end': [doctors, 'cover'],
  'POST /api/handOvers': [doctors],
  'POST /api/users/:id/handOver': [['Admin'], 'doctor'],
  'GET /api/collaborations': [doctors],
  'POST /api/collaborations/:id/accept': [doctors, 'invitedTo'],
  'POST /api/collaborations/:id/end': [doctors, 'collaborator'],
  'GET /api/cases/:id/collaborators': ['signedIn', 'case'],
  'POST /api/cases/:id/collaborators': ['signedIn', 'case', ['owner']],
};
