import { describe, expect, test } from 'vitest';
import { createModelExportRecorder } from '../files/export-record.ts';
import { commandRateLimit } from './sign-in-limits.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

const eye = (bench: TestServer, as: 'doctor' | 'doctor2' = 'doctor') =>
  bench.post('/api/eye', { as, body: { hidden: false } });

describe('an account that makes too many changes', () => {
  test('is refused with a retry time, leaves nothing behind, and continues later; others are unaffected', async () => {
    const bench = await openTestServer({ acts: { perSecond: 0.5, burst: 3 } });
    for (let i = 0; i < 3; i++) expect((await eye(bench)).status).toBe(200);
    const before = await bench.deps.store.head();
    const refused = await eye(bench);
    expect(refused).toMatchObject({ status: 429, code: 104007 });
    expect(refused.headers.get('Retry-After')).toBe('2');
    expect(await bench.deps.store.head()).toBe(before);
    expect((await bench.get('/api/sysUser', { as: 'doctor' })).status).toBe(200);
    expect((await eye(bench, 'doctor2')).status).toBe(200);
    bench.clock.advance(2_000);
    expect((await eye(bench)).status).toBe(200);
    expect((await eye(bench)).status).toBe(429);
    await bench.close();
  });

  test('has no refused command’s key stored', async () => {
    const bench = await openTestServer({ acts: { perSecond: 1, burst: 1 } });
    const create = (key: string) =>
      bench.post('/api/cases', { as: 'doctor', body: {}, headers: { 'Idempotency-Key': key } });
    expect((await create('one')).status).toBe(200);
    expect((await create('two')).status).toBe(429);
    expect(await Array.fromAsync(bench.deps.vault.list('once/'))).toHaveLength(1);
    await bench.close();
  });
});

test('is also limited when it requests an original model part by part', async () => {
  const bench = await openTestServer({ acts: { perSecond: 1, burst: 2 } });
  const give = (kind: 'stl' | 'photo') =>
    createModelExportRecorder(bench.deps)(
      { id: 'p-doctor', orgId: 'main', position: 'Doctor', serves: [] },
      { id: 'file', caseId: 'ABCDEF', kind, slot: null, finished: { sha256: 'ab'.repeat(32) } },
    );
  for (let i = 0; i < 9; i++) await give('photo');
  await give('stl');
  await give('stl');
  await expect(give('stl')).rejects.toMatchObject({ refusal: 'tooMany' });
  expect(await Array.fromAsync(bench.deps.store.read('access-ABCDEF'))).toHaveLength(2);
  await bench.close();
});

test('is not reached by a doctor who sends twenty changes a second for a minute', async () => {
  const bench = await openTestServer({ acts: commandRateLimit });
  for (let i = 0; i < 1_200; i++) {
    bench.clock.advance(50);
    expect((await bench.send('POST', '/api/eye', { as: 'doctor', body: { hidden: true } })).status).toBe(200);
  }
  await bench.close();
});
