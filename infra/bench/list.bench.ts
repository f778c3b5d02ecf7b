/**
 * GET /api/cases with 100,000 cases in one organisation: 100 requests a second from another process, and the
 * cold start.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchmarkRow } from './bench.ts';
import { appendDemoCases, type CaseServer, startCaseServer } from './cases/server.ts';
import { benchLength } from './length.ts';

const CASES = benchLength(100_000, 2000);
const PER_SECOND = 100;
const SECONDS = benchLength(20, 1);
const load = fileURLToPath(new URL('./cases/load.ts', import.meta.url));
const execute = promisify(execFile);

/** The first page of each filter, page 900, and a keyword of two Chinese characters. */
const questions = [
  ...Array.from({ length: 12 }, (_, filter) => ({ name: `filter ${filter}`, query: `filter=${filter}` })),
  { name: 'page 900', query: 'page=900' },
  { name: 'keyword 张伟', query: `keyword=${encodeURIComponent('张伟')}` },
];

async function signIn({ address }: CaseServer): Promise<string> {
  const response = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'supervisor', password: 'archline1' }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

type Answer = { path: number; ms: number; status: number };

async function ask(server: CaseServer, token: string, seconds: number): Promise<Answer[]> {
  const paths = questions.map(q => `/api/cases?${q.query}`);
  const args = [load, server.address, token, String(PER_SECOND), String(seconds), ...paths];
  const { stdout } = await execute(process.execPath, args, { maxBuffer: 64 * 2 ** 20 });
  return JSON.parse(stdout) as Answer[];
}

const percentile = (values: number[], p: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * p) - 1)] ?? 0;

function rowsOf(answers: Answer[]): BenchmarkRow[] {
  const of = (path: number) => answers.filter(a => a.path === path).map(a => a.ms);
  const all = answers.map(a => a.ms);
  const refused = answers.find(a => a.status !== 200);
  if (refused) throw new Error(`${questions[refused.path]?.name}: ${refused.status}`);
  return [
    { what: `all together, p99 (${all.length} requests)`, ms: percentile(all, 0.99), wanted: '25 ms' },
    { what: 'all together, median', ms: percentile(all, 0.5) },
    ...questions.map((q, i) => ({ what: `${q.name}, p99`, ms: percentile(of(i), 0.99), wanted: '25 ms' })),
  ];
}

/** This benchmark takes about two minutes, most of them for creating the cases. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-list-'));
  try {
    const seeded = await startCaseServer(dir, { DEMO: '1' });
    await seeded.stop();
    const events = await appendDemoCases(dir, CASES);
    rmSync(join(dir, 'rows'), { recursive: true });
    const building = performance.now();
    const first = await startCaseServer(dir, { DEMO: '0' });
    const built = performance.now() - building;
    await first.stop();
    const starting = performance.now();
    const server = await startCaseServer(dir, { DEMO: '0' });
    const started = performance.now() - starting;
    const token = await signIn(server);
    await ask(server, token, 3);
    const answers = await ask(server, token, SECONDS);
    await server.stop();
    return [
      { what: `cold start to ready, ${CASES.toLocaleString('en')} cases`, ms: started, wanted: '3 s' },
      { what: `start with all rows to be built from ${events.toLocaleString('en')} events`, ms: built },
      ...rowsOf(answers),
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
