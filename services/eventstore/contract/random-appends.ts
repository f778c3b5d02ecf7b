import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, NewRawEvent } from '#events/envelope.ts';
import type { AppendResult, ExpectedRevision, RawEventStore } from '../port.ts';
import { type ContractContext, collectItems, createTestEvent, positionAt } from './context.ts';

const SEED = 20_261_103;
const RUNS = 40;

type Append = { stream: string; expected: ExpectedRevision; events: NewRawEvent[] };
type Step = { together: Append[] };

/** Few streams, few ids and small revisions, so that conflicts and repeated ids are common. */
const streamName = fc.constantFrom('case-a', 'case-b', 'news-1', '齐');
const expected = fc.oneof(
  { weight: 3, arbitrary: fc.constant<ExpectedRevision>('any') },
  { weight: 4, arbitrary: fc.constantFrom<ExpectedRevision>('none', 'exists') },
  { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: 6n }) },
);
const json = fc.jsonValue({ noUnicodeString: false }).map((value): Json => JSON.parse(JSON.stringify(value)));
const anEvent = fc
  .record({
    id: fc.integer({ min: 0, max: 25 }).map(n => `id${n}`),
    type: fc.constantFrom('drafted', 'sent', '__proto__'),
    data: json,
    personal: fc.option(json, { nil: undefined }),
  })
  .map(({ id, type, data, personal }) =>
    createTestEvent(id, {
      type,
      data,
      ...(personal === undefined ? {} : { personal, subject: `patient-${id}` }),
    }),
  );
const append: fc.Arbitrary<Append> = fc.record({
  stream: streamName,
  expected,
  events: fc.array(anEvent, { minLength: 1, maxLength: 4 }),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ together: fc.array(append, { minLength: 1, maxLength: 4 }) }),
  { maxLength: 12 },
);

/** The simplest model of a store: an array. */
class Model {
  readonly log: (NewRawEvent & { stream: string })[];
  constructor(log: Model['log'] = []) {
    this.log = log;
  }

  append({ stream, expected: wanted, events }: Append): AppendResult | bigint {
    const mine = () => this.log.filter(e => e.stream === stream);
    const revisionOf = (id: string) => mine().findIndex(e => e.id === id);
    const positionOf = (id: string) =>
      positionAt(1 + this.log.findIndex(e => e.stream === stream && e.id === id));
    const actual = BigInt(mine().length) - 1n;
    const fresh = events.filter(e => revisionOf(e.id) === -1);
    const lastId = events.at(-1)?.id ?? '';
    if (fresh.length === 0) {
      return { revision: BigInt(revisionOf(lastId)), position: positionOf(lastId), repeated: true };
    }
    const fits = { none: actual === -1n, exists: actual >= 0n, any: true };
    if (!(typeof wanted === 'bigint' ? actual === wanted : fits[wanted])) return actual;
    for (const e of fresh) if (revisionOf(e.id) === -1) this.log.push({ ...e, stream });
    return { revision: BigInt(mine().length) - 1n, position: positionAt(this.log.length), repeated: false };
  }
}

const answer = (store: RawEventStore, { stream, expected: wanted, events }: Append) =>
  store.append(stream, wanted, events).catch((refusal: { actual: bigint }) => refusal.actual);

/**
 * Parallel appends may run in any sequence, but one sequence must explain all answers. Returns the model after that
 * sequence.
 */
function explain(model: Model, together: Append[], answers: unknown[]): Model {
  for (const order of orders(together.map((_, i) => i))) {
    const next = new Model([...model.log]);
    const given = new Map(order.map(i => [i, next.append(together[i] ?? nothing)]));
    if (
      isDeepStrictEqual(
        together.map((_, i) => given.get(i)),
        answers,
      )
    )
      return next;
  }
  // No sequence of the appends gives these answers, so this expectation fails. Comparing in the order of the calls
  // makes the message readable.
  expect(answers).toEqual(together.map(a => model.append(a)));
  return model;
}

const nothing: Append = { stream: '', expected: 'any', events: [] };

function orders(items: number[]): number[][] {
  if (items.length <= 1) return [items];
  return items.flatMap(first => orders(items.filter(i => i !== first)).map(rest => [first, ...rest]));
}

async function play(store: RawEventStore, sequence: Step[]): Promise<void> {
  let model = new Model();
  for (const { together } of sequence) {
    model = explain(model, together, await Promise.all(together.map(a => answer(store, a))));
  }
  const revisions = new Map<string, number>();
  const whole = model.log.map((e, i) => {
    const revision = revisions.get(e.stream) ?? 0;
    revisions.set(e.stream, revision + 1);
    return { ...e, revision, position: BigInt(i + 1) };
  });
  expect(await collectItems(store.readAll())).toEqual(whole);
  expect(await collectItems(store.readAll({ direction: 'backwards' }))).toEqual(whole.toReversed());
  for (const stream of revisions.keys()) {
    expect(await collectItems(store.read(stream))).toEqual(whole.filter(e => e.stream === stream));
  }
  expect(await store.head()).toBe(BigInt(whole.length));
}

/** Random sequences of appends: the store must answer like a plain array. */
export function testRandomAppends(bench: ContractContext): void {
  test(`answers like a plain array (${RUNS} sequences from seed ${SEED})`, async () => {
    const property = fc.asyncProperty(steps, async sequence => {
      const { store, dispose } = await bench.fresh();
      await play(store, sequence).finally(dispose);
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  });
}
