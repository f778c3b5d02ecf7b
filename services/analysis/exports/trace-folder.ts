/**
 * Sorts events into their traces on the disk: first into files by the trace's hash, then each file in memory. Linear in the
 * number of events, and its memory does not grow with it.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Events of a file, on average. */
const FILE_EVENTS = 4000;
/** Characters that are held before they are written. */
const HELD = 2_000_000;

export type TraceFolder = {
  /** Adds an event, in the order of the log. Neither text has a line break. */
  add(trace: string, event: string): void;
  /** Traces with their events in order. Call it once, after the last event. */
  all(): Generator<readonly [trace: string, events: readonly string[]]>;
};

/** The events of a file's lines by trace. */
function tracesOf(lines: readonly string[]): Map<string, string[]> {
  const traces = new Map<string, string[]>();
  for (const line of lines) {
    const end = line.indexOf('\t');
    if (end < 0) continue;
    const trace = line.slice(0, end);
    const events = traces.get(trace);
    if (events) events.push(line.slice(end + 1));
    else traces.set(trace, [line.slice(end + 1)]);
  }
  return traces;
}

/** @param folder in which the files are made @param events about how many there will be */
export function createTraceFolder(folder: string, events: number): TraceFolder {
  const dir = join(folder, 'traces');
  mkdirSync(dir, { mode: 0o700 });
  const held = Array.from({ length: Math.max(1, Math.ceil(events / FILE_EVENTS)) }, () => '');
  let characters = 0;
  const fileOf = (trace: string) => createHash('sha1').update(trace).digest().readUInt32LE() % held.length;
  const flush = () => {
    for (const [file, lines] of held.entries()) {
      if (lines !== '') appendFileSync(join(dir, String(file)), lines, { mode: 0o600 });
      held[file] = '';
    }
    characters = 0;
  };
  return {
    add: (trace, event) => {
      held[fileOf(trace)] += `${trace}\t${event}\n`;
      characters += event.length;
      if (characters > HELD) flush();
    },
    all: function* () {
      for (const file of held.keys()) appendFileSync(join(dir, String(file)), '', { mode: 0o600 });
      flush();
      for (const file of held.keys()) {
        const path = join(dir, String(file));
        yield* tracesOf(readFileSync(path, 'utf8').split('\n'));
        rmSync(path);
      }
    },
  };
}
