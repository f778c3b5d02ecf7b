/** Multiplies a walk for benches: its streams are copied under other ids. */

import { caseStreamPrefix } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import { createWalk } from './walk.ts';

export type StreamBatch = { stream: string; events: NewEvent[] };

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The n-th case id, in the product's format of six characters. */
export function nthCaseId(n: number): string {
  let [rest, id] = [n, ''];
  for (let i = 0; i < 6; i++) {
    id = (alphabet[rest % alphabet.length] ?? '') + id;
    rest = Math.floor(rest / alphabet.length);
  }
  return id;
}

/** Records what a walk appends, in order, starting with the directory. */
export async function recordWalk(options: {
  seed: number;
  cases: number;
  steps: number;
}): Promise<StreamBatch[]> {
  const batches: StreamBatch[] = [];
  const log = {
    append: async (stream: string, _expected: unknown, events: NewEvent[]) => {
      batches.push({ stream, events });
    },
  };
  const walk = createWalk({ seed: options.seed, cases: options.cases, log });
  await walk.setUp();
  for (let i = 0; i < options.steps; i++) await walk.step();
  return batches;
}

const nothing = () => undefined;

/**
 * Copies of a walk's cases under new ids. The cases of one copy are interleaved as in the walk, and each copy starts
 * where the previous one ended.
 * @param change may replace an event of a copy
 */
export function* copyWalk(
  walk: readonly StreamBatch[],
  copies: number,
  change: (batch: StreamBatch, copy: number) => void = nothing,
): Generator<StreamBatch> {
  const cases = walk.filter(b => b.stream.startsWith(caseStreamPrefix));
  const ids = [...new Set(cases.map(b => b.stream.slice(caseStreamPrefix.length)))];
  yield* walk.filter(b => !b.stream.startsWith(caseStreamPrefix));
  const pattern = new RegExp(ids.join('|'), 'g');
  const texts = cases.map(b => JSON.stringify(b));
  for (let copy = 0; copy < copies; copy++) {
    const renamed = new Map(ids.map((id, i) => [id, nthCaseId(copy * ids.length + i)]));
    for (const text of texts) {
      const json = text.replace(pattern, id => renamed.get(id) ?? id).replaceAll('"e-', `"e-${copy}-`);
      // The boundary: the JSON of a copied batch is a batch.
      const batch = JSON.parse(json) as StreamBatch;
      change(batch, copy);
      yield batch;
    }
  }
}

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'];
const given = [
  ...'伟芳娜敏静磊洋艳勇杰娟涛明超霞平刚桂英华玉萍红建文云飞鑫鹏宇琳晨曦梓涵欣怡子轩浩然诗思雨佳',
];

/** The n-th patient's name, out of some thousands. */
export const nthPatientName = (n: number): string => {
  const first = surnames[n % surnames.length] ?? '';
  const rest = Math.floor(n / surnames.length);
  const second = given[rest % given.length] ?? '';
  return (
    first + second + (rest % 3 === 0 ? '' : (given[Math.floor(rest / given.length) % given.length] ?? ''))
  );
};

/**
 * Shortens a walk to the events that a list needs of a case: its beginning, the last values of patient and
 * prescription, and its status changes.
 */
export function shortenWalk(walk: readonly StreamBatch[]): StreamBatch[] {
  const turning = [
    'CaseCreated',
    'CaseSubmitted',
    'CaseAllocated',
    'CaseTaken',
    'PlanSubmitted',
    'PlanDoctorReviewed',
  ];
  const last = new Map<string, NewEvent>();
  for (const { stream, events } of walk)
    for (const e of events) {
      last.set(stream, e);
      last.set(`${stream} ${e.type} ${sectionOf(e)}`, e);
    }
  const kept = new Set(last.values());
  const wanted = (stream: string, e: NewEvent) =>
    !stream.startsWith(caseStreamPrefix) ||
    last.get(stream) === e ||
    (kept.has(e) && (turning.includes(e.type) || ['patient', 'prescription'].includes(sectionOf(e))));
  return walk
    .map(({ stream, events }) => ({ stream, events: events.filter(e => wanted(stream, e)) }))
    .filter(b => b.events.length > 0);
}

function sectionOf({ data }: NewEvent): string {
  return data !== null && typeof data === 'object' && 'section' in data ? String(data.section) : '';
}
