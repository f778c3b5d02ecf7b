/** The lingual prescription over HTTP: accepted values, refused fields, and the resulting status. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
});
afterAll(() => bench.close());

const wire = { arch: 'both', material: 'niti', diameter: '0.016x0.022' };
const sets = (count: number) => Array.from({ length: count }, () => wire);

async function save(lingual: object) {
  const caseId = await createCase(bench);
  const path = `/api/cases/${caseId}/prescription`;
  const saved = await bench.put(path, { as: 'doctor', body: { method: 2, lingual } });
  return { caseId, path, saved };
}

describe('a lingual prescription is refused by name:', () => {
  test.each<[string, object, object]>([
    [
      'a sixth wire set without consent',
      { archwires: sets(6) },
      { path: 'lingual.surchargeAccepted', issue: 'surcharge-unaccepted', values: { free: 5, sets: 6 } },
    ],
    [
      'six sets of one wire without consent',
      { archwires: [{ ...wire, quantity: 6 }], surchargeAccepted: false },
      { path: 'lingual.surchargeAccepted', issue: 'surcharge-unaccepted' },
    ],
    ['impossible torque', { torque: { 11: 400 } }, { path: 'lingual.torque.11', issue: 'too-big' }],
    ['impossible tip', { tip: { 11: -90 } }, { path: 'lingual.tip.11', issue: 'too-small' }],
    [
      'impossible extra torsion',
      { extraTorsion: { 11: 45 } },
      { path: 'lingual.extraTorsion.11', issue: 'too-big', values: { max: 30 } },
    ],
    ['enamel put on', { slice: { 11: -0.1 } }, { path: 'lingual.slice.11', issue: 'too-small' }],
    ['degrees as text', { torque: { 11: '7' } }, { path: 'lingual.torque.11', issue: 'wrong-type' }],
    ['too fine a torque', { torque: { 11: 7.25 } }, { path: 'lingual.torque.11', issue: 'too-fine' }],
    [
      'an unknown code',
      { brackets: { 11: ['X'] } },
      { path: 'lingual.brackets.11.0', issue: 'not-a-choice' },
    ],
    [
      'a bracket on a tooth to be extracted',
      { brackets: { 14: ['B', 'E'] } },
      { path: 'lingual.brackets.14', issue: 'absent-coded', values: { tooth: 14, code: 'E' } },
    ],
    [
      'torque on a missing tooth',
      { brackets: { 14: ['M'] }, torque: { 14: 3 } },
      { path: 'lingual.torque.14', issue: 'absent-measured' },
    ],
    [
      'both wraps on a tooth',
      { brackets: { 16: ['W', 'P'] } },
      { path: 'lingual.brackets.16', issue: 'wraps-conflict' },
    ],
    [
      'a wire of no size',
      { archwires: [{ ...wire, diameter: 'thick' }] },
      { path: 'lingual.archwires.0.diameter', issue: 'wire-size' },
    ],
    ['a milk tooth', { torque: { 51: 3 } }, { path: 'lingual.torque.51', issue: 'unknown-field' }],
  ])('%s', async (_what, lingual, issue) => {
    const { path, saved } = await save(lingual);
    expect(saved).toMatchObject({ status: 400, code: 104000 });
    expect(saved.data).toMatchObject({ issues: [issue] });
    expect((await bench.get(path, { as: 'doctor' })).data).toMatchObject({ value: {} });
  });
});

test('the whole sheet is returned as it was sent', async () => {
  const lingual = {
    archShape: 'pointed',
    archWidth: 'as-setup-requires',
    brackets: { 11: ['B', 'H'], 14: ['E'], 16: ['T'], 46: ['R'] },
    aids: '16, 26 咬合垫',
    torque: { 11: 13.5, 16: -9 },
    torqueAsSetup: true,
    extraTorsion: { 11: -2 },
    tip: { 11: 5 },
    slice: { 11: 0.25 },
    archwires: [
      ...sets(5),
      { arch: 'upper', material: 'ss', diameter: '.016x.024', quantity: 2, extraTorque: 13 },
    ],
    surchargeAccepted: true,
    note: 'Upper first.',
  };
  const { path, saved } = await save(lingual);
  expect(saved.status).toBe(200);
  expect((await bench.get(path, { as: 'doctor' })).data).toMatchObject({ value: { method: 2, lingual } });
});

test('the draft moves through 2, 3 and 4 and on as the sheet is filled', async () => {
  const caseId = await createCase(bench);
  const put = (section: string, body: object) =>
    bench.put(`/api/cases/${caseId}/${section}`, { as: 'doctor', body });
  await put('patient', sampleAlignerOrder.patient);
  await put('diagnosis', { flags: [92], bite: 'taken' });
  const shape = { archShape: 'oval', archWidth: 'keep' };
  const brackets = { 11: ['B'], 16: ['T'], 14: ['E'] };
  const steps: [object, number, string?][] = [
    [{}, 2, 'prescription.lingual.archShape'],
    [{ archShape: 'oval' }, 2, 'prescription.lingual.archWidth'],
    [shape, 3, 'prescription.lingual.brackets'],
    [{ ...shape, brackets }, 4, 'prescription.lingual.torque'],
    [{ ...shape, brackets, torque: { 11: 7 } }, 4, 'prescription.lingual.torque'],
    [{ ...shape, brackets, torque: { 11: 7, 16: -9 } }, 7],
    [{ ...shape, brackets, torqueAsSetup: true }, 7],
  ];
  for (const [lingual, status, lacks] of steps) {
    await put('prescription', { method: 2, lingual });
    const { data } = await bench.get(`/api/cases/${caseId}`, { as: 'doctor' });
    expect(data).toMatchObject({ header: { status } });
    const missing = (data as { header: { missing: string[] } }).header.missing;
    expect(missing[0]).toBe(lacks ?? 'files.face-frontal');
  }
});
