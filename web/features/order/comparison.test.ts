import { describe, expect, it } from 'vitest';
import type { CaseEventType } from '#events/case/stream.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import { findSubmissionBefore } from './comparison.ts';

const told = (types: readonly CaseEventType[]): HistoryItem[] =>
  types.map((type, revision) => ({
    id: `C2K7QM:${revision}`,
    caseId: 'C2K7QM',
    revision,
    position: `log-${revision}`,
    type,
    at: '2026-11-20T08:00:00.000Z',
    by: { id: 'doctor', name: '李明', position: 'Doctor' },
    to: null,
    statusWord: null,
    note: null,
    reasons: [],
    facts: {},
    patientName: '',
  }));
const first: CaseEventType[] = ['CaseCreated', 'SectionSaved', 'FileAttached', 'CaseSubmitted'];
const denied: CaseEventType[] = [...first, 'CaseDenied', 'SectionSaved'];

describe('an order is compared with', () => {
  it.each<[string, CaseEventType[], number | undefined]>([
    ['nothing, in a first draft', ['CaseCreated', 'SectionSaved'], undefined],
    ['nothing, as it was submitted', [...first, 'CaseAccepted'], undefined],
    ['its submission, while it is corrected', denied, 3],
    ['the submission before, once it is submitted again', [...denied, 'CaseSubmitted', 'CaseAccepted'], 3],
    [
      'the last but one of three',
      [...denied, 'CaseSubmitted', 'CaseDenied', 'FileRemoved', 'CaseSubmitted'],
      6,
    ],
    ['its submission, after an answer that brought files', [...first, 'InfoRequested', 'InfoAnswered'], 3],
    ['its submission, after scans were recorded', [...first, 'CaseAccepted', 'ScansRecorded'], 3],
    ['its submission, after it was withdrawn and corrected', [...first, 'CaseWithdrawn', 'SectionSaved'], 3],
  ])('%s', (_name, types, revision) => {
    expect(findSubmissionBefore(told(types), types.length)?.revision).toBe(revision);
  });
  it('the submission before the displayed revision', () => {
    const items = told([...denied, 'CaseSubmitted']);
    expect(findSubmissionBefore(items, 4)).toBeUndefined();
    expect(findSubmissionBefore(items, 5)?.revision).toBe(3);
  });
  it('nothing while the history is loading', () => {
    expect(findSubmissionBefore([], 9)).toBeUndefined();
  });
});
