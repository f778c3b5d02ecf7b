import { describe, expect, test } from 'vitest';
import { draftStatus } from '#events/case/draft.ts';
import type { Prescription, Sections } from '#events/case/sections.ts';
import { clean, type Edited, same, usableOf } from './fields.ts';
import { dropOthers, keep, keepList, kept, keptList } from './kept.ts';
import { inPageOrder } from './rx-rows.ts';
import { fieldId, headedSteps, missingHref, neighbour } from './steps.ts';

const nothing: Sections = { patient: {}, diagnosis: {}, prescription: {}, markers: {}, data: {} };
const edited = (patch: Partial<Edited>): Edited => ({ ...nothing, ...patch });
const aligner = (patch: Partial<Prescription>): Prescription => ({ method: 1, ...patch });

describe('fields', () => {
  test('empty texts, lists and groups are no answers; blanks at the ends go', () => {
    const typed = { name: ' Li ', remarks: '  ', flags: [], deliveryAddress: { zip: '', phone: undefined } };
    expect(clean(typed)).toEqual({ name: 'Li' });
    expect(clean({ ipr: [{ contact: '11-21' }], confirmed: true })).toEqual({
      ipr: [{ contact: '11-21' }],
      confirmed: true,
    });
  });

  test('the same, whatever the order of keys; lists have an order', () => {
    expect(same({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(same({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(same({ a: 1 }, { b: 1 })).toBe(false);
  });

  test('what the eye hides is there', () => {
    const hidden = edited({ patient: { name: '张**', address: '***', doctor: 'Li' } });
    const fields = draftStatus(usableOf(hidden, '2026-11-20'), []).missing.filter(
      m => m.section === 'patient',
    );
    expect(fields.map(m => m.field)).toEqual(['gender', 'birthDate', 'clinic']);
  });

  test('what is wrong counts as missing', () => {
    const wrong = edited({ patient: { name: 'R2D2', clinic: 'Riverside' } });
    const fields = draftStatus(usableOf(wrong, '2026-11-20'), []).missing.filter(
      m => m.section === 'patient',
    );
    expect(fields.map(m => m.field)).toEqual(['name', 'gender', 'birthDate', 'address', 'doctor']);
  });

  test('a part of the lingual sheet that is wrong leaves its others', () => {
    const wires = Array.from(
      { length: 6 },
      () => ({ arch: 'both', material: 'ss', diameter: '.016' }) as const,
    );
    const wrong = edited({
      prescription: {
        method: 2,
        lingual: { archShape: 'oval', archwires: wires, brackets: { 14: ['E', 'B'] }, torqueAsSetup: true },
      },
    });
    const fields = draftStatus(usableOf(wrong, '2026-11-20'), []).missing.map(m => m.field);
    expect(fields.filter(field => field.startsWith('lingual'))).toEqual([
      'lingual.archWidth',
      'lingual.brackets',
    ]);
  });
});

describe('missing things lead to their field', () => {
  test.each([
    ['patient', 'birthDate', '/addCase/patientInfoNew?id=C2K7QM&slot=birthDate'],
    ['diagnosis', 'flags', '/addCase/deagonsticMesNew?id=C2K7QM&slot=flags'],
    ['prescription', 'method', '/addCase/pcEnter?id=C2K7QM&slot=method'],
    ['prescription', 'molarLeft', '/addCase/transparentToothNew?id=C2K7QM&slot=molarLeft'],
    ['prescription', 'lingual.torque', '/addCase/transparentToothNew?id=C2K7QM&slot=lingual.torque'],
    ['markers', 'confirmed', '/addCase/transparentMarkerNew?id=C2K7QM&slot=confirmed'],
    ['files', 'face-smile', '/addCase/dataUploadNew?id=C2K7QM&slot=face-smile'],
    ['files', 'radiograph', '/addCase/dataUploadNew?id=C2K7QM&slot=panoramic'],
    ['files', 'models', '/addCase/dataUploadNew?id=C2K7QM&slot=upper'],
    ['data', 'deliveryAddress', '/addCase/dataUploadNew?id=C2K7QM&slot=deliveryAddress'],
    ['data', 'trackingNumber', '/addCase/dataUploadNew?id=C2K7QM&slot=trackingNumber'],
  ] as const)('%s.%s', (section, field, href) => {
    expect(missingHref({ section, field }, 'C2K7QM')).toBe(href);
  });

  test('everything a draft can lack has a step', () => {
    const drafts: Sections[] = [
      nothing,
      { ...nothing, prescription: aligner({ midline: 'adjust', attachmentPosition: 'specified' }) },
      { ...nothing, prescription: { method: 2 }, data: { courier: 2 } },
    ];
    const hrefs = drafts.flatMap(d => draftStatus(d, []).missing.map(m => missingHref(m, 'X')));
    expect(hrefs.length).toBeGreaterThan(60);
    expect(hrefs.filter(href => !/^\/addCase\/\w+New\?id=X&slot=|^\/addCase\/pcEnter\?/.test(href))).toEqual(
      [],
    );
  });

  test('what is missing is listed as it stands on its pages', () => {
    const lacking = draftStatus({ ...nothing, prescription: aligner({ midline: 'adjust' }) }, []).missing;
    const fields = inPageOrder(lacking).map(m => m.field);
    const of = (...some: string[]) => fields.filter(field => some.includes(field));
    expect(of('name', 'address', 'doctor', 'clinic')).toEqual(['name', 'address', 'clinic', 'doctor']);
    expect(of('overbite', 'overjet', 'midlineAmount', 'step', 'ipr')).toEqual([
      'ipr',
      'midlineAmount',
      'overjet',
      'overbite',
      'step',
    ]);
    expect(of('models', 'face-frontal', 'radiograph')).toEqual(['models', 'face-frontal', 'radiograph']);
    expect(fields).toHaveLength(lacking.length);
  });

  test('a field’s id has no dots', () => {
    expect(fieldId('lingual.torque')).toBe('field-lingual-torque');
  });
});

test('the way through the steps: a lingual case has no marks of its own', () => {
  expect(neighbour('transparentToothNew', 1, 1)).toBe('transparentMarkerNew');
  expect(neighbour('transparentToothNew', 1, 2)).toBe('dataUploadNew');
  expect(neighbour('patientInfoNew', -1, 1)).toBe('pcEnter');
  expect(neighbour('dataUploadNew', 1, 1)).toBeUndefined();
  expect(headedSteps(2)).toHaveLength(4);
});

describe('the box that keeps what is not saved', () => {
  const box = (entries: Record<string, string> = {}) => {
    const map = new Map(Object.entries(entries));
    return {
      map,
      get length() {
        return map.size;
      },
      key: (i: number) => [...map.keys()][i] ?? null,
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    };
  };

  test('gives back what was put in, and nothing of what it cannot read', () => {
    const b = box();
    const typed = {
      patient: { value: { name: 'x' }, base: {}, revision: 3, open: ['name'], unanswered: [{ name: 'y' }] },
    };
    keep(b, 'u1', 'C1', typed);
    expect(kept(b, 'u1', 'C1')).toEqual(typed);
    keep(b, 'u1', 'C1', null);
    expect(b.map.size).toBe(0);
    expect(kept(box({ 'draft:u1:C1': '{' }), 'u1', 'C1')).toEqual({});
    expect(kept(box({ 'draft:u1:C1': '{"patient":{"value":3},"evil":{}}' }), 'u1', 'C1')).toEqual({});
  });

  test('gives back which models were let stand, with what is not saved or without', () => {
    const b = box();
    keepList(b, 'models', { userId: 'u1', caseId: 'C1' }, ['upper:f']);
    keep(b, 'u1', 'C1', null);
    expect(keptList(b, 'models', { userId: 'u1', caseId: 'C1' })).toEqual(['upper:f']);
    expect(keptList(b, 'models', { userId: 'u1', caseId: 'C2' })).toEqual([]);
    expect(keptList(box({ 'draft:u1:C1:models': '[3]' }), 'models', { userId: 'u1', caseId: 'C1' })).toEqual(
      [],
    );
    dropOthers(b, 'u2');
    expect(b.map.size).toBe(0);
  });

  test('another person’s is dropped', () => {
    const b = box({ 'draft:u1:C1': '{}', 'draft:u2:C1': '{}', other: '1' });
    dropOthers(b, 'u1');
    expect([...b.map.keys()]).toEqual(['draft:u1:C1', 'other']);
  });
});
