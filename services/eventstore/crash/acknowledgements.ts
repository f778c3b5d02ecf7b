/**
 * Acknowledgements that a writer received, one per line, and their comparison with the log. The writer writes a line
 * with one system call after its append resolves. So a whole line is an acknowledgement, and half a line is none.
 */
import { writeSync } from 'node:fs';
import type { NewRawEvent, RawEvent } from '#events/envelope.ts';
import type { RawEventReader } from '../port.ts';

/** An opened log, or an acknowledged append: its stream, its events' ids, and the last event's position. */
export type Acknowledgement = { log: string } | { stream: string; ids: string[]; position: number };

const STDOUT = 1;

/** Trap: process.stdout may buffer the line in memory, and a kill would lose it. */
export const writeAcknowledgement = (line: Acknowledgement) =>
  void writeSync(STDOUT, `${JSON.stringify(line)}\n`);

/** Boundary: parses a child's lines. Only `writeAcknowledgement` writes them. */
export const parseAcknowledgements = (output: string): Acknowledgement[] =>
  output
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Acknowledgement);

/**
 * Creates event i of n of one append, so that a torn append can be detected. About every tenth event has its own
 * patient and key.
 */
export const createCrashTestEvent = (append: string, i: number, n: number, size: number): NewRawEvent => ({
  id: `${append}.${i}`,
  type: 'noted',
  v: 1,
  at: '2026-01-02T03:04:05.678Z',
  by: 'system',
  subject: `patient-${append.slice(0, -1)}`,
  data: { append, i, n, text: '.'.repeat(size) },
  personal: { name: `张伟 ${append}` },
});

/** Compares a log with the acknowledgements. Returns the faults as sentences. */
export async function listLogFaults(
  log: RawEventReader,
  acknowledged: readonly Acknowledgement[],
): Promise<string[]> {
  const found: string[] = [];
  const revisions = new Map<string, number>();
  const places = new Map<string, number>();
  const whole = new Map<string, number>();
  let position = 0;
  for await (const event of log.readAll()) {
    position++;
    const revision = revisions.get(event.stream) ?? 0;
    revisions.set(event.stream, revision + 1);
    if (Number(event.position) !== position) found.push(`gap: ${event.position} where ${position} is due`);
    if (event.revision !== revision)
      found.push(`gap in ${event.stream}: ${event.revision} where ${revision} is due`);
    places.set(`${event.stream}/${event.id}`, position);
    found.push(...partFaults(event, whole));
  }
  for (const [append, missing] of whole) if (missing !== 0) found.push(`torn: ${append} lacks ${missing}`);
  return [...found, ...acknowledged.flatMap(line => toldFaults(line, log.id, places))];
}

function partFaults(event: RawEvent, whole: Map<string, number>): string[] {
  const { append, n } = { append: '', n: 0, ...(event.data as { append?: string; n?: number }) };
  whole.set(append, (whole.get(append) ?? n) - 1);
  const name = JSON.stringify(event.personal);
  return name === JSON.stringify({ name: `张伟 ${append}` }) ? [] : [`unreadable: ${event.id} has ${name}`];
}

function toldFaults(line: Acknowledgement, logId: string, places: Map<string, number>): string[] {
  if ('log' in line)
    return line.log === logId ? [] : [`another log: ${logId} where ${line.log} was acknowledged`];
  const found = line.ids.map(id => places.get(`${line.stream}/${id}`));
  if (found.includes(undefined)) return [`lost: ${line.stream} ${line.ids.join(' ')}`];
  return found.at(-1) === line.position
    ? []
    : [`moved: ${line.ids.at(-1)} from ${line.position} to ${found.at(-1)}`];
}
