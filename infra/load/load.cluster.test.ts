import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { k6Tool } from '../servers/k6.ts';
import { isToolBuilt } from '../servers/server-programs.ts';

const program = fileURLToPath(new URL('./load.ts', import.meta.url));
/** Minimal sizes. No time limits, because other tests load the machine. */
const tiny = {
  LOAD_USERS: '10',
  LOAD_SECONDS: '5',
  LOAD_ARRIVE: '1',
  LOAD_SOCKETS: '20',
  LOAD_OPEN: '1',
  LOAD_UPLOADS: '1',
  LOAD_MB: '6',
  LOAD_CUTS: '3',
  LOAD_STORM: '2',
  LOAD_PATIENCE: '90',
};

const here = await isToolBuilt(k6Tool);

/** Runs the load test and returns its output, even if thresholds were missed. */
const load = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [program, 'day', 'screen', 'sockets', 'uploads', 'storm'], {
    env: { ...process.env, ...tiny, ...env },
  }).catch((error: { stdout: string; stderr: string }) => error);

/** Cells of the table's rows by scenario and figure. */
const cellsOf = (stdout: string) =>
  new Map<string, string[]>(
    stdout
      .split('\n')
      .filter(line => line.startsWith('│'))
      .map(line => line.split('│').map(cell => cell.trim().replace(/^'|'$/g, '')))
      .map(([, , scenario = '', measured = '', ...cells]) => [`${scenario}: ${measured}`, cells]),
  );

describe.runIf(here)('npm run load', () => {
  test('runs each script against a node without refused, lost or interrupted requests', async () => {
    const { stdout, stderr } = await load({ LOAD_ONLY: 'embedded' });
    const cells = cellsOf(stdout);
    const figure = (of: string) => cells.get(of)?.[2] ?? `${of} is not there: ${stdout} ${stderr}`;
    for (const scenario of ['day 10', 'screen', 'sockets', 'uploads', 'storm'])
      expect(figure(`${scenario}: refused, or not answered`), stdout).toBe('0');
    expect(figure('screen: not seen')).toBe('0');
    expect(figure('sockets: pages open at the end')).toBe('20');
    expect(figure('uploads: cuts')).toBe('3');
    expect(figure('uploads: files as they were sent, by SHA-256')).toBe('1');
    expect(figure('storm: pages that came back')).toBe('20');
    expect(figure('storm: pages open at the end')).toBe('20');
    expect(Number(figure('sockets: rows told'))).toBeGreaterThan(0);
    expect(Number(figure('day 10: acts'))).toBeGreaterThan(0);
  });
});
