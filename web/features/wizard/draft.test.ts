import { describe, expect, test } from 'vitest';
import { checkDraft } from '#events/case/draft.ts';
import type { Prescription, Sections } from '#events/case/sections.ts';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import {
  dropOtherUsersDrafts,
  readPlacementList,
  readUnsavedSections,
  storePlacementList,
  storeUnsavedSections,
} from './draft-storage.ts';
import { type EditableSections, isSameValue, normalizeFields, validSections } from './fields.ts';
import { sortMissingByPage } from './rx-progress.ts';
import { adjacentStep, missingFieldHref, stepsOfMethod } from './steps.ts';

const nothing: Sections = { patient: {}, diagnosis: {}, prescription: {}, markers: {}, data: {} };
const edited = (patch: Partial<EditableSections>): EditableSections => ({ ...nothing, ...patch });
const aligner = (patch: Partial<Prescription>): Prescription => ({ method: 1, ...patch });

describe('fields', () => {
  test('drop empty texts, lists and groups, and trim blanks', () => {
    const typed = { name: ' Li ', remarks: '  ', flags: [], deliveryAddress: { zip: '', phone: undefined } };
    expect(normalizeFields(typed)).toEqual({ name: 'Li' });
    expect(normalizeFields({ ipr: [{ contact: '11-21' }], confirmed: true })).toEqual({
      ipr: [{ contact: '11-21' }],
      confirmed: true,
    });
  });

  test('are equal regardless of key order; lists are ordered', () => {
    expect(isSameValue({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(isSameValue({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(isSameValue({ a: 1 }, { b: 1 })).toBe(false);
  });

  test('hidden by asterisks count as filled in', () => {
    const hidden = edited({ patient: { name: '张**', address: '***', doctor: 'Li' } });
    const fields = checkDraft(validSections(hidden, '2026-11-20'), []).missing.filter(
      m => m.section === 'patient',
    );
    expect(fields.map(m => m.field)).toEqual(['gender', 'birthDate', 'clinic']);
  });

  test('that are invalid count as missing', () => {
    const wrong = edited({ patient: { name: 'R2D2', clinic: 'Riverside' } });
    const fields = checkDraft(validSections(wrong, '2026-11-20'), []).missing.filter(
      m => m.section === 'patient',
    );
    expect(fields.map(m => m.field)).toEqual(['name', 'gender', 'birthDate', 'address', 'doctor']);
  });

  test('of the lingual form stay valid next to an invalid one', () => {
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
    const fields = checkDraft(validSections(wrong, '2026-11-20'), []).missing.map(m => m.field);
    expect(fields.filter(field => field.startsWith('lingual'))).toEqual([
      'lingual.archWidth',
      'lingual.brackets',
    ]);
  });
});

describe('links from missing items to fields', () => {
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
  ] as const)('for %s.%s lead to %s', (section, field, href) => {
    expect(missingFieldHref({ section, field }, 'C2K7QM')).toBe(href);
  });

  test('exist for everything that a draft can lack', () => {
    const drafts: Sections[] = [
      nothing,
      { ...nothing, prescription: aligner({ midline: 'adjust', attachmentPosition: 'specified' }) },
      { ...nothing, prescription: { method: 2 }, data: { courier: 2 } },
    ];
    const hrefs = drafts.flatMap(d => checkDraft(d, []).missing.map(m => missingFieldHref(m, 'X')));
    expect(hrefs.length).toBeGreaterThan(60);
    expect(hrefs.filter(href => !/^\/addCase\/\w+New\?id=X&slot=|^\/addCase\/pcEnter\?/.test(href))).toEqual(
      [],
    );
  });

  test('are listed in the order of the pages', () => {
    const lacking = checkDraft({ ...nothing, prescription: aligner({ midline: 'adjust' }) }, []).missing;
    const fields = sortMissingByPage(lacking).map(m => m.field);
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

  test('use field ids without dots', () => {
    expect(fieldElementId('lingual.torque')).toBe('field-lingual-torque');
  });
});

test('a lingual case skips the tooth marks step', () => {
  expect(adjacentStep('transparentToothNew', 1, 1)).toBe('transparentMarkerNew');
  expect(adjacentStep('transparentToothNew', 1, 2)).toBe('dataUploadNew');
  expect(adjacentStep('patientInfoNew', -1, 1)).toBe('pcEnter');
  expect(adjacentStep('dataUploadNew', 1, 1)).toBeUndefined();
  expect(stepsOfMethod(2)).toHaveLength(4);
});

describe('the storage of unsaved sections', () => {
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

  test('returns the stored sections and drops unreadable ones', () => {
    const b = box();
    const typed = {
      patient: { value: { name: 'x' }, base: {}, revision: 3, open: ['name'], unanswered: [{ name: 'y' }] },
    };
    storeUnsavedSections(b, 'u1', 'C1', typed);
    expect(readUnsavedSections(b, 'u1', 'C1')).toEqual(typed);
    storeUnsavedSections(b, 'u1', 'C1', null);
    expect(b.map.size).toBe(0);
    expect(readUnsavedSections(box({ 'draft:u1:C1': '{' }), 'u1', 'C1')).toEqual({});
    expect(
      readUnsavedSections(box({ 'draft:u1:C1': '{"patient":{"value":3},"evil":{}}' }), 'u1', 'C1'),
    ).toEqual({});
  });

  test('returns the confirmed models, with or without unsaved sections', () => {
    const b = box();
    storePlacementList(b, 'models', { userId: 'u1', caseId: 'C1' }, ['upper:f']);
    storeUnsavedSections(b, 'u1', 'C1', null);
    expect(readPlacementList(b, 'models', { userId: 'u1', caseId: 'C1' })).toEqual(['upper:f']);
    expect(readPlacementList(b, 'models', { userId: 'u1', caseId: 'C2' })).toEqual([]);
    expect(
      readPlacementList(box({ 'draft:u1:C1:models': '[3]' }), 'models', { userId: 'u1', caseId: 'C1' }),
    ).toEqual([]);
    dropOtherUsersDrafts(b, 'u2');
    expect(b.map.size).toBe(0);
  });

  test('drops another person’s sections', () => {
    const b = box({ 'draft:u1:C1': '{}', 'draft:u2:C1': '{}', other: '1' });
    dropOtherUsersDrafts(b, 'u1');
    expect([...b.map.keys()]).toEqual(['draft:u1:C1', 'other']);
  });
});
