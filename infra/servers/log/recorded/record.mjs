/**
 * Asks a log server what it answers, with the official client, and prints the answers as JSON: `answers.json` beside this
 * file is what an EventStoreDB 23.10.8 said (one node, in memory, no TLS), asked twice and equal both times.
 *
 *   node record.mjs 'esdb://127.0.0.1:2113?tls=false' [pattern of names]   run where @eventstore/db-client is installed
 *
 * Nothing in an answer depends on the run: ids and positions are told by their relation to what the case itself wrote.
 * Every case writes streams of its own, so the server may hold others.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const {
  EventStoreDBClient,
  jsonEvent,
  binaryEvent,
  START,
  END,
  FORWARDS,
  BACKWARDS,
  ANY,
  NO_STREAM,
  STREAM_EXISTS,
} = createRequire(join(process.cwd(), 'package.json'))('@eventstore/db-client');

const [url, pattern] = process.argv.slice(2);
const only = pattern && new RegExp(pattern);
const cases = [];
const test = (name, run) => cases.push({ name, run });

const uuid = () => crypto.randomUUID();
const ev = (id = uuid(), size = 10, more = {}) =>
  jsonEvent({ id, type: 'noted', data: { t: 'x'.repeat(size) }, ...more });
const within = (p, ms = 15000) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error(`nothing within ${ms} ms`), { type: 'no-answer' })),
      ms,
    );
  });
  return Promise.race([p, late]).finally(() => clearTimeout(timer));
};
/** An error as the client gives it, without what differs from run to run. */
const errOf = e => ({
  error: e?.type ?? e?.name ?? String(e),
  ...(e?.code !== undefined && { code: e.code }),
  ...(e?.type === 'wrong-expected-version' && {
    expected: String(e.expectedVersion),
    actual: String(e.actualVersion),
  }),
  ...(e?.maxAppendSize !== undefined && { max: e.maxAppendSize }),
  ...(e?.type !== 'wrong-expected-version' && {
    message: String(e?.message)
      .slice(0, 140)
      .replace(/t[0-9a-f]{8}-/g, 'S'),
  }),
});
const tried = async (p, ms) => {
  try {
    return await within(typeof p === 'function' ? p() : p, ms);
  } catch (e) {
    return errOf(e);
  }
};
async function all(stream, { max = Infinity, ms = 15000 } = {}) {
  const out = [];
  try {
    await within(
      (async () => {
        for await (const r of stream) {
          out.push(r);
          if (out.length >= max) break;
        }
      })(),
      ms,
    );
    return { events: out };
  } catch (e) {
    return { events: out, ...errOf(e) };
  } finally {
    try {
      stream.destroy?.();
    } catch {}
  }
}
const jsonOf = v => JSON.stringify(v, (_, x) => (typeof x === 'bigint' ? String(x) : x));

const app = async (c, stream, ids, expectedRevision, more) => {
  const events = ids.map(i => (typeof i === 'string' ? ev(i) : i));
  const r = await tried(
    c.appendToStream(stream, events, { expectedRevision, requiresLeader: true, ...more }),
    8000,
  );
  return r.error ? r : { rev: String(r.nextExpectedRevision), pos: r.position, success: r.success };
};
const norm = (r, first) =>
  r.error
    ? r
    : {
        rev: r.rev,
        pos:
          r.pos === undefined
            ? 'none'
            : first?.pos && r.pos.commit === first.pos.commit
              ? 'same as first'
              : r.pos.commit > 2n ** 62n
                ? 'HUGE ' + r.pos.commit
                : 'new',
        ...(r.success === false && { success: false }),
      };
const idsOf = async (c, stream, name) => {
  const r = await all(c.readStream(stream));
  return r.error ? r : r.events.map(({ event }) => name.get(event.id) ?? '?').join(',');
};
const names = () => {
  const m = new Map();
  const id = n => {
    const u = uuid();
    m.set(u, n);
    return u;
  };
  return [id, m];
};

for (const [label, exp] of [
  ['any', ANY],
  ['no_stream', NO_STREAM],
  ['exists', STREAM_EXISTS],
  ['0', 0n],
  ['2', 2n],
  ['5', 5n],
  ['1', 1n],
]) {
  test(`append expected ${label} to a missing stream`, async (c, s) => {
    const [id, m] = names();
    return [norm(await app(c, s, [id('a')], exp)), await idsOf(c, s, m)];
  });
  test(`append expected ${label} to a stream at 2`, async (c, s) => {
    const [id, m] = names();
    await app(c, s, [id('a'), id('b'), id('c')], ANY);
    return [norm(await app(c, s, [id('d')], exp)), await idsOf(c, s, m)];
  });
  test(`append 0 events expected ${label} to a missing stream`, async (c, s) => {
    const [id, m] = names();
    return [norm(await app(c, s, [], exp)), await idsOf(c, s, m)];
  });
  test(`append 0 events expected ${label} to a stream at 2`, async (c, s) => {
    const [id, m] = names();
    await app(c, s, [id('a'), id('b'), id('c')], ANY);
    return [
      norm(await app(c, s, [], exp)),
      await idsOf(c, s, m),
      norm(await app(c, s, [id('d')], 2n)),
      await idsOf(c, s, m),
    ];
  });
}
// idempotency
for (const [label, exp] of [
  ['any', ANY],
  ['exists', STREAM_EXISTS],
  ['exact 0', 0n],
  ['exact 2 (as now)', 2n],
  ['no_stream', NO_STREAM],
  ['exact 1', 1n],
  ['exact 7 (beyond)', 7n],
]) {
  const setup = async (c, s, first = exp) => {
    const [id, m] = names();
    // p0 at 0, then a,b at 1,2
    const p = id('p'),
      a = id('a'),
      b = id('b');
    if (label === 'no_stream') {
      const one = await app(c, s, [a, b], NO_STREAM);
      return { id, m, a, b, one };
    }
    await app(c, s, [p], ANY);
    const one = await app(c, s, [a, b], label.startsWith('exact') ? 0n : exp);
    return { id, m, p, a, b, one };
  };
  const variants = {
    'same batch again at once': async (c, s, x) => norm(await app(c, s, [x.a, x.b], exp), x.one),
    'same batch again after others were appended': async (c, s, x) => {
      await app(c, s, [x.id('o1'), x.id('o2')], ANY);
      return norm(await app(c, s, [x.a, x.b], exp), x.one);
    },
    'first half of the batch': async (c, s, x) => norm(await app(c, s, [x.a], exp), x.one),
    'second half of the batch': async (c, s, x) => norm(await app(c, s, [x.b], exp), x.one),
    'batch and one new behind': async (c, s, x) => norm(await app(c, s, [x.a, x.b, x.id('n')], exp), x.one),
    'one known and one new': async (c, s, x) => norm(await app(c, s, [x.a, x.id('n')], exp), x.one),
    'one new and one known': async (c, s, x) => norm(await app(c, s, [x.id('n'), x.a], exp), x.one),
    'batch reversed': async (c, s, x) => norm(await app(c, s, [x.b, x.a], exp), x.one),
    'the same id twice in one batch, new': async (c, s, x) => {
      const d = x.id('d');
      const one = await app(c, s, [d, d], exp);
      return [norm(one), norm(await app(c, s, [d, d], exp), one), norm(await app(c, s, [d], exp), one)];
    },
    'the known id twice in one batch': async (c, s, x) => norm(await app(c, s, [x.a, x.a], exp), x.one),
    'same ids, other data': async (c, s, x) => {
      const r = norm(
        await app(c, s, [ev(x.a, 5, { data: { other: 1 } }), ev(x.b, 5, { data: { other: 2 } })], exp),
        x.one,
      );
      const got = await all(c.readStream(s));
      return [r, got.events.map(({ event }) => jsonOf(event.data).length)];
    },
    'same ids into another stream, then here again': async (c, s, x) => {
      const o = await app(c, s + '-other', [x.a, x.b], ANY);
      const r = norm(await app(c, s, [x.a, x.b], exp), x.one);
      return [norm(o), r, await idsOf(c, s + '-other', x.m)];
    },
    'same ids into another stream with others after, then here again': async (c, s, x) => {
      const o = await app(c, s + '-other', [x.id('q'), x.a, x.b], ANY);
      const r = norm(await app(c, s, [x.a, x.b], exp), x.one);
      return [norm(o), r, await idsOf(c, s + '-other', x.m)];
    },
  };
  for (const [what, run] of Object.entries(variants))
    test(`re-append expected ${label}: ${what}`, async (c, s) => {
      const x = await setup(c, s);
      const r = await run(c, s, x);
      return [r, await idsOf(c, s, x.m)];
    });
}
test('re-append any after 12000 other events', async (c, s) => {
  const [id, m] = names();
  const a = id('a');
  const one = await app(c, s, [a], ANY);
  for (let i = 0; i < 12; i++)
    await app(
      c,
      s + '-noise',
      Array.from({ length: 1000 }, () => uuid()),
      ANY,
    );
  return [norm(await app(c, s, [a], ANY), one), await idsOf(c, s, m)];
});
test('re-append exact after 12000 other events', async (c, s) => {
  const [id, m] = names();
  const a = id('a');
  const one = await app(c, s, [a], NO_STREAM);
  for (let i = 0; i < 12; i++)
    await app(
      c,
      s + '-noise',
      Array.from({ length: 1000 }, () => uuid()),
      ANY,
    );
  await app(c, s, [id('z')], 0n);
  return [norm(await app(c, s, [a], NO_STREAM), one), await idsOf(c, s, m)];
});
// odd events
test('uppercase uuid is read as', async (c, s) => {
  const u = uuid().toUpperCase();
  const r = norm(await app(c, s, [u], ANY));
  const g = await all(c.readStream(s));
  return [
    r,
    g.events.map(({ event }) =>
      event.id === u ? 'upper' : event.id === u.toLowerCase() ? 'lower' : event.id,
    ),
  ];
});
test('type of 5000 characters', async (c, s) => {
  const r = norm(await app(c, s, [ev(uuid(), 3, { type: 't'.repeat(5000) })], ANY));
  const g = await all(c.readStream(s));
  return [r, g.events.map(({ event }) => event.type.length)];
});
test('stream name with slashes, spaces, unicode, emoji', async (c, s) => {
  const n = s + ' /ä/医/😀/%20';
  const r = norm(await app(c, n, [uuid()], NO_STREAM));
  const g = await all(c.readStream(n));
  return [r, g.events.map(({ event }) => event.streamId === n)];
});
test('stream name of 3000 characters', async (c, s) => {
  const n = s + 'n'.repeat(3000);
  const r = norm(await app(c, n, [uuid()], NO_STREAM));
  const g = await all(c.readStream(n));
  return [r, g.events.map(({ event }) => event.streamId === n)];
});
test('stream names differing in case', async (c, s) => {
  await app(c, s + 'A', [uuid()], NO_STREAM);
  return [norm(await app(c, s + 'a', [uuid()], NO_STREAM))];
});
for (const [label, data] of [
  ['null', null],
  ['string', 'hi'],
  ['number', 7],
  ['array', [1, 2]],
  ['false', false],
  ['empty object', {}],
  ['nested unicode', { a: 'ä医😀', b: [null] }],
  ['big int as number', 1e21],
])
  test(`json data ${label}`, async (c, s) => {
    const r = norm(await app(c, s, [jsonEvent({ id: uuid(), type: 'x', data, metadata: { m: data } })], ANY));
    const g = await all(c.readStream(s));
    return [
      r,
      g.error,
      g.events.map(({ event }) => [event.isJson, event.data, event.metadata, event.contentType]),
    ];
  });
test('metadata absent / empty', async (c, s) => {
  await app(
    c,
    s,
    [
      jsonEvent({ id: uuid(), type: 'x', data: {} }),
      jsonEvent({ id: uuid(), type: 'x', data: {}, metadata: {} }),
    ],
    ANY,
  );
  const g = await all(c.readStream(s));
  return g.events.map(({ event }) => [
    event.data,
    event.metadata instanceof Uint8Array ? 'bytes ' + event.metadata.length : event.metadata,
  ]);
});
test('binary data', async (c, s) => {
  await app(
    c,
    s,
    [
      binaryEvent({ id: uuid(), type: 'x', data: Buffer.from([0, 255, 1]) }),
      binaryEvent({ id: uuid(), type: 'x', data: Buffer.alloc(0) }),
    ],
    ANY,
  );
  const g = await all(c.readStream(s));
  return g.events.map(({ event }) => [event.isJson, event.contentType, [...event.data]]);
});
test('keys of a recorded event', async (c, s) => {
  await app(c, s, [uuid()], ANY);
  const g = await all(c.readStream(s));
  const a = await all(c.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 30 }));
  const mine = a.events.find(({ event }) => event?.streamId === s);
  const shape = r =>
    r && {
      keys: Object.keys(r).sort(),
      event: Object.fromEntries(
        Object.entries(r.event)
          .map(([k, v]) => [k, typeof v])
          .sort(),
      ),
      pos: typeof r.event.position,
      commit: typeof r.commitPosition,
      created: r.event.created instanceof Date && Math.abs(Date.now() - r.event.created) < 60000,
    };
  return [
    shape(g.events[0]),
    shape(mine),
    g.events[0].event.position && mine && g.events[0].event.position.commit === mine.event.position.commit
      ? 'stream read commit = all read commit'
      : ['differs', g.events[0].event.position, mine?.event.position, mine?.commitPosition],
  ];
});

// positions of a batch
test('positions: answer of a batch of 4, its events in $all, in the stream', async (c, s) => {
  const r = await app(c, s, [uuid(), uuid(), uuid(), uuid()], NO_STREAM);
  const g = await all(c.readStream(s));
  const a = (await all(c.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 60 }))).events
    .filter(({ event }) => event?.streamId === s)
    .reverse();
  const cp = a.map(({ event }) => event.position.commit),
    sp = g.events.map(({ event }) => event.position?.commit);
  const idx = (list, p) => list.findIndex(x => x === p);
  return {
    inAll: a.length,
    strictlyGrowing: cp.every((p, i) => i === 0 || p > cp[i - 1]),
    answerCommitIsEvent: idx(cp, r.pos.commit),
    answerPrepareIsEvent: idx(cp, r.pos.prepare),
    streamCommitSame: sp.map((p, i) => p === cp[i]),
    allPrepareIsCommit: a.map(({ event }) => event.position.prepare === event.position.commit),
    resolvedCommit: a.map(x => x.commitPosition === x.event.position.commit),
    streamPrepare: g.events.map(({ event }) => idx(cp, event.position?.prepare)),
  };
});

// stream reads
const reads = async (c, s, revs) => {
  const out = {};
  for (const direction of [FORWARDS, BACKWARDS])
    for (const from of revs)
      for (const maxCount of [undefined, 1, 2]) {
        const r = await all(
          c.readStream(s, {
            direction,
            fromRevision: from,
            ...(maxCount !== undefined && { maxCount }),
            requiresLeader: true,
          }),
        );
        out[`${direction} from ${from} max ${maxCount}`] = r.error
          ? { error: r.error, message: r.message?.replace(s, 'S') }
          : r.events.map(({ event }) => String(event.revision)).join(',');
      }
  return out;
};
test('readStream of 5, from everywhere', async (c, s) => {
  await app(
    c,
    s,
    [1, 2, 3, 4, 5].map(() => uuid()),
    ANY,
  );
  return reads(c, s, [
    START,
    END,
    0n,
    1n,
    2n,
    4n,
    5n,
    6n,
    100n,
    2n ** 40n,
    BigInt(Number.MAX_SAFE_INTEGER),
    2n ** 62n,
  ]);
});
test('readStream of a missing one', async (c, s) => reads(c, s, [START, END, 0n, 5n]));
test('readStream maxCount 0', async (c, s) => {
  await app(c, s, [uuid()], ANY);
  const r = await all(c.readStream(s, { maxCount: 0 }));
  return r.error ? r : r.events.length;
});
test('readStream maxCount MAX_SAFE_INTEGER', async (c, s) => {
  await app(c, s, [uuid()], ANY);
  const r = await all(c.readStream(s, { maxCount: Number.MAX_SAFE_INTEGER, requiresLeader: true }));
  return r.error ? r : r.events.length;
});
test('readStream of a soft deleted one', async (c, s) => {
  await app(c, s, [uuid(), uuid()], ANY);
  const d = await tried(c.deleteStream(s));
  return [
    d.error ?? 'deleted',
    await reads(c, s, [START, END]),
    norm(await app(c, s, [uuid()], NO_STREAM)),
    await reads(c, s, [START, END]),
  ];
});
test('readStream of a tombstoned one', async (c, s) => {
  await app(c, s, [uuid(), uuid()], ANY);
  const d = await tried(c.tombstoneStream(s));
  return [
    d.error ?? 'deleted',
    await reads(c, s, [START]),
    norm(await app(c, s, [uuid()], NO_STREAM)),
    norm(await app(c, s, [uuid()], ANY)),
  ];
});
test('$maxCount', async (c, s) => {
  await app(c, s, [uuid(), uuid(), uuid()], ANY);
  const d = await tried(c.setStreamMetadata(s, { maxCount: 1 }));
  return [d.error ?? 'set', await reads(c, s, [START, END])];
});

// $all
test('readAll around the events of two batches', async (c, s) => {
  const [id, m] = names();
  await app(c, s + 'x', [id('a0'), id('a1'), id('a2')], ANY);
  await app(c, s + 'y', [id('b0'), id('b1')], ANY);
  const mine = r =>
    r.error
      ? r
      : r.events
          .filter(({ event }) => event?.streamId.startsWith(s))
          .map(({ event }) => m.get(event.id))
          .join(',');
  const everything = (await all(c.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 80 }))).events
    .filter(({ event }) => event?.streamId.startsWith(s))
    .reverse();
  const out = {};
  for (const { event } of everything)
    for (const [l, d] of [
      ['at', 0n],
      ['1 behind', 1n],
      ['1 before', -1n],
      ['7 behind', 7n],
    ])
      for (const direction of [FORWARDS, BACKWARDS]) {
        const p = event.position.commit + d;
        out[`${direction} ${l} ${m.get(event.id)}`] = mine(
          await all(
            c.readAll({
              direction,
              fromPosition: { commit: p, prepare: p },
              maxCount: direction === FORWARDS ? 100 : 20,
              requiresLeader: true,
            }),
          ),
        );
      }
  return out;
});
test('readAll at the ends and beyond', async (c, s) => {
  const [id, m] = names();
  await app(c, s, [id('a0'), id('a1')], ANY);
  const last = (await all(c.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }))).events[0]
    .event.position.commit;
  const mine = r =>
    r.error
      ? r
      : {
          mine: r.events
            .filter(({ event }) => event?.streamId.startsWith(s))
            .map(({ event }) => m.get(event.id))
            .join(','),
        };
  const out = {};
  for (const [l, p] of [
    ['start', START],
    ['end', END],
    ['0', 0n],
    ['1', 1n],
    ['last + 1', last + 1n],
    ['last + 1000', last + 1000n],
    ['last + 10^6', last + 1000000n],
    ['last + 10^9', last + 10n ** 9n],
    ['2^62', 2n ** 62n],
  ])
    for (const direction of [FORWARDS, BACKWARDS]) {
      const fromPosition = typeof p === 'bigint' ? { commit: p, prepare: p } : p;
      const r = await all(
        c.readAll({
          direction,
          fromPosition,
          maxCount: direction === FORWARDS && l === 'start' ? 3 : 20,
          requiresLeader: true,
        }),
        { ms: 6000 },
      );
      out[`${direction} ${l}`] =
        direction === FORWARDS && ['start', '0', '1'].includes(l) ? (r.error ? r : r.events.length) : mine(r);
    }
  return out;
});
test('read your own writes: $all backwards from the end right after each of 200 appends', async (c, s) => {
  let bad = 0;
  for (let i = 0; i < 200; i++) {
    const u = uuid();
    await app(c, s, [u], ANY);
    const r = await all(c.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 12 }));
    if (!r.events.some(({ event }) => event?.id === u)) bad++;
  }
  return { missing: bad };
});

// subscriptions
const follow = async (c, s, m, options, during, wait = 1500) => {
  const got = [];
  const notes = [];
  const sub = c.subscribeToAll({
    ...options,
    ...(options.filter && {
      filter: {
        ...options.filter,
        checkpointReached: async () => {
          notes.push('checkpoint');
        },
      },
    }),
  });
  sub.on('confirmation', () => notes.push('confirmation'));
  sub.on('caughtUp', () => notes.push('caughtUp'));
  sub.on('error', e => notes.push(errOf(e)));
  sub.on('end', () => notes.push('end'));
  sub.on('data', r => {
    if (r.event?.streamId.startsWith(s)) got.push(m.get(r.event.id));
  });
  await new Promise(r => setTimeout(r, 700));
  await during?.();
  await new Promise(r => setTimeout(r, wait));
  await sub.unsubscribe().catch(() => {});
  return {
    got: got.join(','),
    notes: [...new Set(notes.map(n => (typeof n === 'string' ? n : jsonOf(n))))]
      .filter(n => n !== 'checkpoint')
      .sort(),
  };
};
test('subscribeToAll from everywhere', async (c, s) => {
  const [id, m] = names();
  await app(c, s + 'x', [id('a0'), id('a1'), id('a2')], ANY);
  await app(c, s + 'y', [id('b0'), id('b1')], ANY);
  const ev0 = (await all(c.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 80 }))).events
    .filter(({ event }) => event?.streamId.startsWith(s))
    .reverse();
  const out = {};
  let n = 0;
  const live = () => app(c, s + 'x', [id(`l${n++}`)], ANY);
  for (const f of [
    undefined,
    { filterOn: 'streamName', prefixes: [s], checkpointInterval: 1000 },
    { filterOn: 'streamName', prefixes: [s + 'x'], checkpointInterval: 1 },
  ]) {
    const l = f ? `filter ${f.prefixes[0].endsWith('x') ? 'x' : 'both'}` : 'no filter';
    n = 0;
    const runs = [];
    for (const { event } of ev0)
      runs.push([
        `after ${m.get(event.id)}`,
        { commit: event.position.commit, prepare: event.position.commit },
      ]);
    runs.push(['start', START], ['end', END]);
    const last = ev0.at(-1).event.position.commit;
    for (const [w, p] of runs) {
      const before = n;
      const r = await follow(c, s, m, { fromPosition: p, ...(f && { filter: f }) }, live, 600);
      r.got = r.got
        .split(',')
        .filter(g => !g.startsWith('l') || Number(g.slice(1)) >= before)
        .map(g => (g.startsWith('l') ? 'live' : g))
        .join(',');
      out[`${l} ${w}`] = r;
    }
  }
  return out;
});
test('subscribeToAll from positions that are no event', async (c, s) => {
  const [id, m] = names();
  await app(c, s + 'x', [id('a0'), id('a1'), id('a2')], ANY);
  await app(c, s + 'y', [id('b0'), id('b1')], ANY);
  const ev0 = (await all(c.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 80 }))).events
    .filter(({ event }) => event?.streamId.startsWith(s))
    .reverse();
  const out = {};
  for (const [w, p] of [
    ['1', 1n],
    ['a0 - 1', ev0[0].event.position.commit - 1n],
    ['a0 + 1', ev0[0].event.position.commit + 1n],
    ['a2 + 5', ev0[2].event.position.commit + 5n],
    ['last + 1', ev0.at(-1).event.position.commit + 1n],
    ['last + 10^6', ev0.at(-1).event.position.commit + 1000000n],
    ['2^62', 2n ** 62n],
  ]) {
    const k = 0;
    out[w] = await follow(
      c,
      s,
      m,
      { fromPosition: { commit: p, prepare: p } },
      () => app(c, s + 'z', [id('live')], ANY),
      1200,
    );
    out[w].got = out[w].got
      .split(',')
      .filter((g, i, l) => g !== 'live' || i === l.length - 1)
      .join(',');
  }
  return out;
});
// races
test('8 writers race with exact revisions on one stream', async (c, s) => {
  let wins = 0,
    wrong = 0,
    other = [];
  const revs = new Set();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      let at = -1n;
      for (let i = 0; i < 30; i++) {
        const r = await app(c, s, [uuid()], at < 0n ? NO_STREAM : at);
        if (!r.error) {
          wins++;
          if (revs.has(r.rev)) other.push('twice ' + r.rev);
          revs.add(r.rev);
          at = BigInt(r.rev);
        } else if (r.error === 'wrong-expected-version') {
          wrong++;
          at = r.actual === 'no_stream' ? -1n : BigInt(r.actual);
        } else other.push(r);
      }
    }),
  );
  const g = await all(c.readStream(s));
  return {
    sum: wins + wrong,
    linear: g.events.length === wins && g.events.every(({ event }, i) => event.revision === BigInt(i)),
    other,
  };
});

// The size of an append: bytes of `data` of all its events together.
const MB = 1024 * 1024;
const sized = (dataBytes, metaBytes) =>
  jsonEvent({
    id: uuid(),
    type: 'noted',
    data: { t: 'x'.repeat(dataBytes - 8) },
    ...(metaBytes && { metadata: { t: 'x'.repeat(metaBytes - 8) } }),
  });
for (const [label, make] of [
  ['one event of 1 MiB - 1', () => [sized(MB - 1)]],
  ['one event of 1 MiB', () => [sized(MB)]],
  ['one event of 1 MiB + 1', () => [sized(MB + 1)]],
  [
    'one binary event of 1 MiB + 1',
    () => [binaryEvent({ id: uuid(), type: 'b', data: Buffer.alloc(MB + 1) })],
  ],
  ['four events of 1 MiB together', () => [1, 2, 3, 4].map(() => sized(MB / 4))],
  ['four events of 1 MiB + 4 together', () => [1, 2, 3, 4].map(() => sized(MB / 4 + 1))],
  ['1024 events of 1 KiB', () => Array.from({ length: 1024 }, () => sized(1024))],
  [
    '1024 events of 1 KiB and one of 8 bytes',
    () => [...Array.from({ length: 1024 }, () => sized(1024)), sized(8)],
  ],
  ['one event of 10 bytes, its metadata 2 MiB', () => [sized(10, 2 * MB)]],
  ['one event of 1 MiB, its metadata 2 MiB', () => [sized(MB, 2 * MB)]],
])
  test(`size of an append: ${label}`, async (c, s) => {
    const answer = norm(await app(c, s, make(), NO_STREAM));
    const read = await all(c.readStream(s));
    return [answer, read.error ?? read.events.length];
  });
test('size of an append: eight events of 2 MiB together, batchAppendSize 256 KiB', async (c, s) => {
  const answer = norm(
    await app(
      c,
      s,
      Array.from({ length: 8 }, () => sized(MB / 4)),
      NO_STREAM,
      { batchAppendSize: 256 * 1024 },
    ),
  );
  const read = await all(c.readStream(s));
  return [answer, read.error ?? read.events.length];
});

let current = '';
process.on('uncaughtException', e => {
  console.error(`the client's process would have ended in "${current}": ${e?.message}`);
});
process.on('unhandledRejection', e => {
  console.error(`nobody caught in "${current}": ${e?.message ?? e}`);
});
const answers = {};
for (const { name, run } of cases) {
  if (only && !only.test(name)) continue;
  current = name;
  const client = EventStoreDBClient.connectionString(url);
  const answer = await within(run(client, `t${uuid().slice(0, 8)}-`), 120_000).catch(e => ({
    thrown: errOf(e),
  }));
  answers[name] = JSON.parse(jsonOf(answer) ?? 'null');
  process.stderr.write('.');
  await Promise.race([client.dispose().catch(() => undefined), new Promise(done => setTimeout(done, 2000))]);
}
process.stderr.write(`\n${Object.keys(answers).length} cases\n`);
process.stdout.write(`${JSON.stringify(answers, null, 1)}\n`);
process.exit(0);
