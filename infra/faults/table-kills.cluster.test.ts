/** A node and a process for analysts over one log and one bucket: answers, positions, and a few kills. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../testing/client.ts';
import { startNodeWithAnalysis, testTableKills } from './table-kills.ts';

describe('a process with --run=analysis', () => {
  let pair: Awaited<ReturnType<typeof startNodeWithAnalysis>>;
  beforeAll(async () => {
    pair = await startNodeWithAnalysis();
  });
  afterAll(() => pair?.stop());

  it('keeps the tables from which it and the nodes answer', async () => {
    const doctor = await signIn(pair.node.url, 'doctor');
    const { position } = await doctor.post('/api/cases');
    const headers = { 'X-Position': position ?? '' };
    const answers: unknown[] = [];
    for (const url of [pair.analysis().url, pair.node.url]) {
      const analyst = await signIn(url, 'analyst');
      await expect.poll(async () => (await analyst.get('/api/reports/funnel', headers)).http).toBe(200);
      const report = await analyst.get<{ lacks: unknown[] }>('/api/reports/funnel', headers);
      expect(report.data.lacks).toEqual([]);
      const ask = () =>
        analyst.post<{ rows: number[][] }>(
          '/api/analysis/ask',
          { sql: 'SELECT count(DISTINCT case_id)::INTEGER FROM events' },
          headers,
        );
      let asked = await ask();
      // A busy machine may refuse a question for its time.
      await expect
        .poll(async () => {
          if (asked.http !== 200) asked = await ask();
          return asked.http;
        })
        .toBe(200);
      answers.push(asked.data.rows);
    }
    expect(answers).toEqual([[[1]], [[1]]]);
  });

  it('is missed only by those who want a later position than the tables have', async () => {
    await pair.kill();
    const doctor = await signIn(pair.node.url, 'doctor');
    const { position } = await doctor.post('/api/cases');
    const analyst = await signIn(pair.node.url, 'analyst');
    const report = (headers: Record<string, string>) =>
      fetch(`${pair.node.url}/api/reports/funnel`, { headers: { Authorization: analyst.token, ...headers } });
    expect((await report({})).status).toBe(200);
    const late = await report({ 'X-Position': position ?? '' });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
    await pair.restart();
    await expect.poll(async () => (await report({ 'X-Position': position ?? '' })).status).toBe(200);
  });

  it('loses no event and has none twice after kills of the process and its child', async () => {
    expect(await testTableKills(pair, { kills: 3, seed: 4 }, () => undefined)).toContain('none twice');
  });
});
