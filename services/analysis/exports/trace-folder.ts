/**
 * Sorts events into their traces on the disk: first into files by the trace's hash, then each file in memory. Linear in the
 * number of events, and its memory does not grow with it.
 */
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { splitFirstColumn } from './line-files.ts';

/** Events of a file, on average. */
const FILE_EVENTS = 1500;
/** Bytes that are held before they are written. */
const HELD = 1024 * 1024;
const LINE_END = 10;

type Trace = readonly [trace: string, events: readonly Buffer[]];

export type TraceFolder = {
  /** Adds a line, trace and event, in the order of the log. */
  add(line: Buffer): void;
  /** Traces with their events in order. Call it once, after the last event. */
  all(): Generator<Trace>;
};

/** A hash of a short text (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The events of a file's lines by trace. */
function tracesOf(bytes: Buffer): Map<string, Buffer[]> {
  const traces = new Map<string, Buffer[]>();
  for (let start = 0, end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
    const [trace, event] = splitFirstColumn(bytes.subarray(start, end));
    const events = traces.get(trace);
    if (events) events.push(event);
    else traces.set(trace, [event]);
    start = end + 1;
  }
  return traces;
}

/** Reads files into one buffer: buffers of their own would be memory until they are collected. Trap: the next file overwrites it. */
function createFileReader(): (path: string) => Buffer {
  let buffer = Buffer.allocUnsafe(HELD);
  return path => {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      if (size > buffer.length) buffer = Buffer.allocUnsafe(size);
      for (let read = 0; read < size; ) read += readSync(file, buffer, read, size - read, null);
      return buffer.subarray(0, size);
    } finally {
      closeSync(file);
    }
  };
}

/** @param folder in which the files are made @param events about how many there will be */
export function createTraceFolder(folder: string, events: number): TraceFolder {
  const dir = join(folder, 'traces');
  mkdirSync(dir, { mode: 0o700 });
  const pathOf = (file: number) => join(dir, String(file));
  /** Lines of each file that are in the pool. */
  const held: Buffer[][] = Array.from({ length: Math.max(1, Math.ceil(events / FILE_EVENTS)) }, () => []);
  let pool = Buffer.allocUnsafe(HELD);
  let used = 0;
  const flush = () => {
    for (const [file, lines] of held.entries())
      if (lines.length > 0) appendFileSync(pathOf(file), Buffer.concat(lines.splice(0)), { mode: 0o600 });
    used = 0;
  };
  return {
    add: line => {
      const bytes = line.length + 1;
      if (bytes > pool.length - used) flush();
      if (bytes > pool.length) pool = Buffer.allocUnsafe(bytes);
      line.copy(pool, used);
      pool[used + line.length] = LINE_END;
      held[hashOf(splitFirstColumn(line)[0]) % held.length]?.push(pool.subarray(used, used + bytes));
      used += bytes;
    },
    all: function* () {
      for (const file of held.keys()) appendFileSync(pathOf(file), '', { mode: 0o600 });
      flush();
      const read = createFileReader();
      for (const file of held.keys()) {
        yield* tracesOf(read(pathOf(file)));
        rmSync(pathOf(file));
      }
    },
  };
}
