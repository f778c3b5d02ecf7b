import { describe, expect, it } from 'vitest';
import { isUntouchedDraft, mayBeUntouchedDraft } from './untouched-draft.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const owner = { id: 'p-doctor', name: '', position: 'Doctor' as const };
const row = { patientName: '', parentId: null, updatedAt: '2026-03-02T10:59:00Z', owner };

describe('an untouched draft', () => {
  it('has no patient name, belongs to the doctor, and is older than a session', () => {
    expect(mayBeUntouchedDraft(row, 'p-doctor', now)).toBe(true);
    for (const other of [
      { patientName: '张伟' },
      { parentId: 'A' },
      { updatedAt: '2026-03-02T11:01:00Z' },
      { owner: { ...owner, id: 'p-doctor2' } },
    ])
      expect(mayBeUntouchedDraft({ ...row, ...other }, 'p-doctor', now), JSON.stringify(other)).toBe(false);
  });

  it('contains only the initial values of a new case', () => {
    const fresh = { method: 1 as const, productType: undefined };
    const view = (sections: object, files: unknown[] = []) => ({ sections, files }) as never;
    const start = { patient: { doctor: '李', clinic: 'A' }, prescription: { method: 1 } };
    expect(isUntouchedDraft(view(start), fresh)).toBe(true);
    expect(isUntouchedDraft(view({}), { method: undefined, productType: undefined })).toBe(true);
    expect(isUntouchedDraft(view({ ...start, patient: { gender: 1 } }), fresh)).toBe(false);
    expect(isUntouchedDraft(view({ ...start, diagnosis: { complaint: 'x' } }), fresh)).toBe(false);
    expect(isUntouchedDraft(view({ ...start, prescription: { method: 1, arch: 'both' } }), fresh)).toBe(
      false,
    );
    expect(isUntouchedDraft(view({ ...start, markers: { confirmed: true } }), fresh)).toBe(false);
    expect(isUntouchedDraft(view(start, [{}]), fresh)).toBe(false);
  });
});
