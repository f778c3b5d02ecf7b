/** The rules of every command, tested for each kind of stream. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '#events/errors.ts';
import { type StreamName, streamKinds } from '#events/streams.ts';
import { createManualClock } from '../clock/clock.ts';
import { createRawMemoryStore } from '../eventstore/memory.ts';
import { type EventStore, WrongRevisionError } from '../eventstore/port.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import type { Span } from '../trace/otlp.ts';
import { createTracedStore } from '../trace/traced-store.ts';
import { createTracer } from '../trace/tracer.ts';
import { eventIdOf } from './command-ids.ts';
import { type CommandHandler, createCommandHandler, type DecidedEvents } from './handler.ts';

const kinds = Object.keys(streamKinds).filter((name): name is StreamName => name in streamKinds);
const [one, two] = ['5c1b7b3e-0f4a-4c57-8f0e-000000000001', '5c1b7b3e-0f4a-4c57-8f0e-000000000002'];
const by = 'p-doctor';

/** Runs before each append; its error becomes the log's answer. `after` runs after a successful append. */
let before: (stream: string) => Promise<void> | void;
let after: () => void;
let spans: Span[];
let log: EventStore;

beforeEach(() => {
  before = () => undefined;
  after = () => undefined;
  spans = [];
  let bytes = 0;
  const tracer = createTracer({
    ids: { uuid: () => '', bytes: count => Buffer.alloc(count, ++bytes) },
    timers: { every: () => () => undefined },
    exporter: { take: span => void spans.push(span), flush: async () => undefined },
    now: () => 0,
  });
  const memory = createRawMemoryStore({ id: 'log' });
  const traced = createTracedStore(
    {
      ...memory,
      append: async (stream, expected, events) => {
        await before(stream);
        const done = await memory.append(stream, expected, events);
        after();
        return done;
      },
    },
    tracer,
  );
  log = createVersionedStore(traced);
});

describe.each(kinds)('a command on a stream of kind "%s"', kind => {
  const [type = ''] = Object.keys(streamKinds[kind].events);
  // Cast: the handler reads only the type, so this stands for any event of the kind.
  const happened = (personal?: string) =>
    [{ type, data: {}, personal }] as unknown as DecidedEvents<StreamName>;
  const streamOf = (id: string) => `${kind}-${id}`;
  const open = (): CommandHandler<StreamName, readonly string[]> =>
    createCommandHandler<StreamName, readonly string[]>(
      { store: log, clock: createManualClock(Date.parse('2026-11-20T08:00:00Z')) },
      { kind, streamOf, empty: [], evolve: (ids, { id }) => [...ids, id] },
    );
  const stored = () => Array.fromAsync(log.read(streamOf('x')));
  const lost = (times: number) => () => {
    if (times-- > 0) throw new WrongRevisionError(streamOf('x'), 'none', 0n);
  };

  it('is stored under its id with person, time and cause, and encrypted under its subject’s key', async () => {
    await open().handle('x', { commandId: one, by, cause: two }, () => happened('张伟'));
    expect(await stored()).toMatchObject([
      {
        type,
        id: eventIdOf(one, 0),
        at: '2026-11-20T08:00:00.000Z',
        by,
        cause: two,
        correlation: one,
        subject: 'x',
      },
    ]);
  });

  it('returns its first answer when repeated, whatever has happened since, and changes nothing', async () => {
    const { handle } = open();
    const first = await handle('x', { commandId: one, by }, () => happened());
    await handle('x', { commandId: two, by }, () => happened());
    const again = await handle('x', { commandId: one, by }, () => {
      throw new Error('decided again');
    });
    expect([first.appended, first.repeated, first.revision]).toEqual([true, false, 0]);
    expect(again).toEqual({ ...first, repeated: true, tried: false });
    expect(await stored()).toHaveLength(2);
  });

  it('of several events returns its first answer when repeated', async () => {
    const { handle } = open();
    const first = await handle('x', { commandId: one, by }, () => [...happened(), ...happened()]);
    await handle('x', { commandId: two, by }, () => happened());
    const again = await handle('x', { commandId: one, by }, () => happened());
    expect(first.state).toHaveLength(2);
    expect(again).toEqual({ ...first, repeated: true, tried: false });
  });

  it('that changed nothing returns its stored first answer when repeated', async () => {
    const { handle } = open();
    await handle('x', { commandId: two, by }, () => happened());
    const first = await handle('x', { commandId: one, by }, () => []);
    expect(first).toEqual({
      state: [eventIdOf(two, 0)],
      revision: 0,
      position: await log.head(),
      appended: false,
      repeated: false,
    });
    await handle('x', { commandId: crypto.randomUUID(), by }, () => happened());
    const { position, revision } = first;
    const key = { commandId: one, by, unchanged: { position, revision } };
    expect(await handle('x', key, () => happened())).toEqual({ ...first, repeated: true });
  });

  it('that loses a race is decided again on the new state, three times in all', async () => {
    const { handle } = open();
    const seen: number[] = [];
    const decide = (ids: readonly string[]) => {
      seen.push(ids.length);
      return happened();
    };
    before = async () => {
      before = () => undefined;
      await open().handle('x', { commandId: two, by }, () => happened());
    };
    expect((await handle('x', { commandId: one, by }, decide)).revision).toBe(1);
    expect(seen).toEqual([0, 1]);
    before = lost(2);
    const third = { commandId: crypto.randomUUID(), by };
    expect((await handle('x', third, decide)).revision).toBe(2);
    before = lost(3);
    const fourth = { commandId: crypto.randomUUID(), by };
    await expect(handle('x', fourth, decide)).rejects.toMatchObject({ refusal: 'busy', http: 503 });
    expect(seen).toEqual([0, 1, 2, 2, 2, 3, 3, 3]);
    expect(await stored()).toHaveLength(3);
  });

  it('that another node has run meanwhile is answered from the log, even if this node refuses it', async () => {
    const elsewhere = () => open().handle('x', { commandId: one, by }, () => happened());
    const answer = await open().handle('x', { commandId: one, by }, async () => {
      await elsewhere();
      throw new Refusal('actionClosed');
    });
    expect(answer).toMatchObject({ state: [eventIdOf(one, 0)], repeated: true, tried: false });
  });

  it.each([
    ['the log becomes unavailable', () => new Refusal('logDown')],
    ['another try found the stream longer', () => new WrongRevisionError('x', 1n, 2n)],
  ])('whose append succeeded without an answer runs once: %s', async (_why, error) => {
    after = () => {
      after = () => undefined;
      throw error();
    };
    const answer = await open().handle('x', { commandId: one, by }, () => happened());
    expect(answer).toMatchObject({ state: [eventIdOf(one, 0)], appended: true, repeated: true, tried: true });
    expect(await stored()).toHaveLength(1);
  });

  it('is refused at once on a full disk, leaves nothing, and succeeds when repeated', async () => {
    const { handle } = open();
    let asked = 0;
    before = () => {
      asked += 1;
      throw new Refusal('diskFull');
    };
    const command = () => handle('x', { commandId: one, by }, () => happened());
    await expect(command()).rejects.toMatchObject({ refusal: 'diskFull', http: 503 });
    expect([asked, await stored()]).toEqual([1, []]);
    before = () => undefined;
    expect(await command()).toMatchObject({ appended: true, repeated: false });
  });

  it('has a trace span per append, named by its kind, and its event keeps the trace context', async () => {
    before = lost(1);
    await open().handle('x', { commandId: one, by }, () => happened());
    expect(spans.map(({ name, failed, facts }) => [name, failed, facts])).toEqual(
      [true, false].map(failed => ['append', failed, { 'archline.stream': kind, 'archline.events': 1 }]),
    );
    expect((await stored())[0]?.trace).toContain(spans[1]?.spanId);
  });

  it('waits for the previous command on its stream: none of ten parallel ones loses a race', async () => {
    const { handle } = open();
    const commands = Array.from({ length: 10 }, (_, i) => `${one.slice(0, -2)}${i + 10}`);
    const all = await Promise.all(
      commands.map(commandId => handle('x', { commandId, by }, () => happened())),
    );
    expect(all.map(({ revision }) => revision)).toEqual(commands.map((_, i) => i));
    expect(spans.filter(({ failed }) => failed)).toEqual([]);
  });
});

it('is decided on a snapshot and the events after it', async () => {
  const deps = { store: log, clock: createManualClock(0) };
  const def = {
    kind: 'claim' as const,
    streamOf: (id: string) => `claim-${id}`,
    empty: { revision: -1, types: [] as string[] },
    evolve: ({ types }: { types: string[] }, e: { type: string; revision: number }) => ({
      revision: e.revision,
      types: [...types, e.type],
    }),
  };
  await createCommandHandler(deps, def).handle('x', { commandId: one, by }, () => [
    { type: 'ConversationClaimed', data: {} },
  ]);
  const kept = createCommandHandler(deps, { ...def, snapshot: () => ({ revision: 0, types: ['kept'] }) });
  const { state } = await kept.handle('x', { commandId: two, by }, ({ types }) => {
    expect(types).toEqual(['kept']);
    return [{ type: 'ConversationReleased', data: {} }];
  });
  expect(state).toEqual({ revision: 1, types: ['kept', 'ConversationReleased'] });
});
