import { expect, test } from 'vitest';
import type { DueChairsideWork } from '#events/process/proposal.ts';
import { enterAsPlanned, noVisitEntries, visitPayload } from './visit-form.ts';

const due: DueChairsideWork = {
  ipr: [
    { contact: '13-12', planned: 0.3, done: 0.1, due: 0.2 },
    { contact: '11-21', planned: 0.2, done: 0.2, due: 0 },
  ],
  attachments: [{ tooth: 12, what: 'bonded' }],
};

test('"as planned" enters due procedures that are not done, and keeps other entries', () => {
  expect(visitPayload(enterAsPlanned(due, noVisitEntries))).toEqual({
    ipr: [{ between: [13, 12], mm: 0.2 }],
    attachments: [{ tooth: 12, what: 'bonded' }],
  });
  const typed = { ipr: { '22-23': 0.1 }, attachments: { 33: 'lost' as const } };
  expect(visitPayload(enterAsPlanned(due, typed))).toEqual({
    ipr: [
      { between: [22, 23], mm: 0.1 },
      { between: [13, 12], mm: 0.2 },
    ],
    attachments: [
      { tooth: 12, what: 'bonded' },
      { tooth: 33, what: 'lost' },
    ],
  });
});

test('rows of a visit left empty are not sent', () => {
  expect(visitPayload({ ipr: { '13-12': null, '11-21': 0 }, attachments: { 12: '' } })).toEqual({
    ipr: [],
    attachments: [],
  });
});
