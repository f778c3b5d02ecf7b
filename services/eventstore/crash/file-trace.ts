/**
 * Runs a process with the shim (shim.c) preloaded, and reads the trace of the process's operations on the files of one
 * folder.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One operation, in execution order. `fd` 1 is stdout: an acknowledgement. */
export type FileOperation =
  | { op: 'open'; fd: number; path: string }
  | { op: 'close' | 'sync'; fd: number }
  | { op: 'write'; fd: number; at: number; bytes: Buffer }
  | { op: 'truncate'; fd: number; length: number }
  | { op: 'unlink'; path: string }
  | { op: 'rename' | 'link'; from: string; to: string };

export const STDOUT_FD = 1;

/** Reason why this machine cannot run a test. */
export type SkipReason = { notRun: string };

const SHIM = fileURLToPath(new URL('./shim.c', import.meta.url));

/**
 * Compiles the shim into a folder. Returns its path, or why it cannot be built here. @throws Error if it does
 * not compile
 */
export function compileShim(dir: string): string | SkipReason {
  if (process.platform !== 'linux') return { notRun: `no LD_PRELOAD on ${process.platform}` };
  const file = join(dir, 'shim.so');
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', file, SHIM, '-ldl', '-lpthread'], {
    encoding: 'utf8',
  });
  if (compiled.error) return { notRun: 'no C compiler (cc)' };
  if (compiled.stderr.includes('No such file')) return { notRun: 'no headers of the C library' };
  if (compiled.status !== 0) throw new Error(compiled.stderr);
  return file;
}

export type TracedRun = { operations: FileOperation[]; signal: NodeJS.Signals | null; stderr: string };

export type TraceOptions = {
  shim: string;
  script: string;
  /** The script's argument, passed as JSON. `dir`: absolute path of the traced folder. */
  argument: { dir: string };
  /** Path of the trace file, outside `dir`. */
  file: string;
  /** Number of the fsync that fails with EIO, from 1. */
  failSync?: number;
};

/** Runs the script to its end. */
export async function runWithFileTrace(run: TraceOptions): Promise<TracedRun | SkipReason> {
  const env = {
    ...process.env,
    LD_PRELOAD: run.shim,
    ARCHLINE_TRACE: run.file,
    ARCHLINE_TRACE_DIR: run.argument.dir,
    ...(run.failSync === undefined ? {} : { ARCHLINE_FAIL_SYNC: String(run.failSync) }),
  };
  const child = spawn(process.execPath, [run.script, JSON.stringify(run.argument)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0 && signal === null)
    throw new Error(`the traced process exited with code ${code}: ${stderr}`);
  const operations = parseTrace(readTrace(run.file));
  return operations === undefined
    ? { notRun: 'this Node does not load LD_PRELOAD' }
    : { operations, signal, stderr };
}

function readTrace(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

const HEAD_BYTES = 21;

/** Parses a trace. Returns undefined if the shim was never loaded. */
function parseTrace(trace: Buffer): FileOperation[] | undefined {
  const operations: FileOperation[] = [];
  let loaded = false;
  for (let i = 0; i < trace.length; ) {
    const kind = String.fromCharCode(trace.readUInt8(i));
    const fd = trace.readInt32LE(i + 1);
    const at = Number(trace.readBigInt64LE(i + 5));
    const first = i + HEAD_BYTES;
    const second = first + trace.readUInt32LE(i + 13);
    const end = second + trace.readUInt32LE(i + 17);
    const a = trace.subarray(first, second);
    const b = trace.subarray(second, end).toString();
    const make = KINDS[kind];
    if (make) operations.push(make(fd, at, a, b));
    loaded ||= kind === 'H';
    i = end;
  }
  return loaded ? operations : undefined;
}

const KINDS: { [kind: string]: (fd: number, at: number, a: Buffer, b: string) => FileOperation } = {
  O: (fd, _, a) => ({ op: 'open', fd, path: a.toString() }),
  C: fd => ({ op: 'close', fd }),
  F: fd => ({ op: 'sync', fd }),
  W: (fd, at, bytes) => ({ op: 'write', fd, at, bytes }),
  T: (fd, length) => ({ op: 'truncate', fd, length }),
  U: (_, __, a) => ({ op: 'unlink', path: a.toString() }),
  R: (_, __, a, to) => ({ op: 'rename', from: a.toString(), to }),
  L: (_, __, a, to) => ({ op: 'link', from: a.toString(), to }),
};
