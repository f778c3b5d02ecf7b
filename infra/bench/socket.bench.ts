/**
 * Time from a doctor's command to the supervisor's socket, with 100,000 cases in one organisation. The load
 * runs in another process.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sampleAlignerOrder, sampleParcel } from '#events/script/orders.ts';
import { draftCase } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { freePort } from '../testing/server.ts';
import type { BenchmarkRow } from './bench.ts';
import { appendDemoCases, startCaseServer } from './cases/server.ts';
import { benchLength } from './length.ts';
import type { SocketLoadJob, SocketResults } from './socket/load.ts';

/** Number of cases; `CASES=n` overrides it. */
const CASES = Number(process.env.CASES ?? 100_000);
const PER_SECOND = 50;
const SECONDS = benchLength(20, 1);
const loadFile = fileURLToPath(new URL('./socket/load.ts', import.meta.url));
const execute = promisify(execFile);

async function load(job: SocketLoadJob): Promise<SocketResults> {
  const { stdout } = await execute(process.execPath, [loadFile, JSON.stringify(job)]);
  // Cast: load.ts prints only this object.
  return JSON.parse(stdout) as SocketResults;
}

const percentile = (values: number[], p: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * p) - 1)] ?? 0;

function rowsOf({ ms, refused, lost }: SocketResults): BenchmarkRow[] {
  const how = `${ms.length} commands at ${PER_SECOND} /s, ${refused} refused, ${lost} never told`;
  return [
    { what: `command to the other person's socket, p95 (${how})`, ms: percentile(ms, 0.95), wanted: '50 ms' },
    { what: "command to the other person's socket, median", ms: percentile(ms, 0.5) },
    { what: "command to the other person's socket, p99", ms: percentile(ms, 0.99) },
  ];
}

/** This benchmark takes about two minutes, most of them for creating the cases. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-bench-'));
  const PORT = String(await freePort());
  try {
    await (await startCaseServer(dir, { DEMO: '1', PORT })).stop();
    await appendDemoCases(dir, CASES);
    rmSync(join(dir, 'rows'), { recursive: true });
    const { address: url, stop } = await startCaseServer(dir, { DEMO: '0', PORT });
    const [doctor, supervisor] = [await signIn(url, 'doctor'), await signIn(url, 'supervisor')];
    const sections = {
      data: { ...sampleAlignerOrder.data, ...sampleParcel },
    };
    const cases: string[] = [];
    for (let i = 0; i < PER_SECOND; i++) cases.push(await draftCase(doctor, { models: false, sections }));
    const job = { url, actor: doctor.token, listener: supervisor.token, cases, perSecond: PER_SECOND };
    await load({ ...job, seconds: 2 });
    const told = await load({ ...job, seconds: SECONDS });
    await stop();
    return rowsOf(told);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
