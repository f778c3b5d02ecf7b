import { describe, expect, it } from 'vitest';
import { isUntouched, mayBeUntouched } from './untouched.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const owner = { id: 'p-doctor', name: '', position: 'Doctor' as const };
const row = { patientName: '', parentId: null, updatedAt: '2026-03-02T10:59:00Z', owner };

describe('a draft that was begun and left', () => {
  it('is nameless, the doctor’s own, and has rested for longer than a session', () => {
    expect(mayBeUntouched(row, 'p-doctor', now)).toBe(true);
    for (const other of [
      { patientName: '张伟' },
      { parentId: 'A' },
      { updatedAt: '2026-03-02T11:01:00Z' },
      { owner: { ...owner, id: 'p-doctor2' } },
    ])
      expect(mayBeUntouched({ ...row, ...other }, 'p-doctor', now), JSON.stringify(other)).toBe(false);
  });

  it('holds nothing but what the same new case begins with', () => {
    const fresh = { method: 1 as const, productType: undefined };
    const view = (sections: object, files: unknown[] = []) => ({ sections, files }) as never;
    const start = { patient: { doctor: '李', clinic: 'A' }, prescription: { method: 1 } };
    expect(isUntouched(view(start), fresh)).toBe(true);
    expect(isUntouched(view({}), { method: undefined, productType: undefined })).toBe(true);
    expect(isUntouched(view({ ...start, patient: { gender: 1 } }), fresh)).toBe(false);
    expect(isUntouched(view({ ...start, diagnosis: { complaint: 'x' } }), fresh)).toBe(false);
    expect(isUntouched(view({ ...start, prescription: { method: 1, arch: 'both' } }), fresh)).toBe(false);
    expect(isUntouched(view({ ...start, markers: { confirmed: true } }), fresh)).toBe(false);
    expect(isUntouched(view(start, [{}]), fresh)).toBe(false);
  });
});
