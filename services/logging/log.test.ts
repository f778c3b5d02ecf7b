/** The log accepts known fields in fixed formats, and no text of people. */
import { expect, test } from 'vitest';
import { streamKinds } from '#events/streams.ts';
import { createCaseWithPast } from '../api/testing/case-with-past.ts';
import { openTestServer } from '../api/testing/test-server.ts';
import type { RawEventStore } from '../eventstore/port.ts';
import { createLog, type LogFacts } from './log.ts';

function opened() {
  const lines: string[] = [];
  const log = createLog('trace', { write: line => void lines.push(line) });
  const last = () => {
    const { time, level, ...rest } = JSON.parse(lines.at(-1) ?? '{}');
    expect([typeof time, typeof level]).toEqual(['number', 'number']);
    return rest;
  };
  return { log, lines, last };
}

const person = { id: 'C2K7QM', name: '张雨桐', birthDate: '2001-04-12', doctor: 'Wang Li' };

test('log omits unknown fields, whatever they contain', () => {
  const { log, last } = opened();
  // Cast: arguments of an untyped caller.
  log.info({ ...person, state: person, name: 'Wang Li', requestId: 'r-1' } as LogFacts, 'said');
  expect(last()).toEqual({ msg: 'said', requestId: 'r-1' });
});

test.each(Object.keys(streamKinds))('log omits the id after %s- in an error', kind => {
  const { log, lines } = opened();
  log.error({ err: new Error(`stream ${kind}-C2K7QM: expected 3, is at 4`) }, 'failed');
  expect(JSON.parse(lines[0] ?? '').err.message).toBe(`stream ${kind}-…: expected 3, is at 4`);
});

test('log writes a known field in its own format, or not at all', () => {
  const { log, last } = opened();
  log.info({ requestId: '张雨桐', method: 'Wang Li', event: 'C2K7QM', ms: '张', why: person }, 'said');
  expect(last()).toEqual({ msg: 'said' });
  const event = '6f1f0f6e-8f0d-4c53-9c39-3a8f5c1f2a10';
  const facts = {
    event,
    stream: 'case-C2K7QM',
    position: 12n,
    ms: 1.5,
    route: '/api/cases/:id',
    why: 'ESOCKET',
  };
  log.info({ ...facts, sessionId: 'secret-session' }, 'said');
  expect(last()).toEqual({
    msg: 'said',
    event,
    stream: 'case',
    position: 12,
    ms: 1.5,
    route: '/api/cases/:id',
    why: 'ESOCKET',
    sessionId: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
});

function thrown(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

const errors: [string, Error][] = [
  ['JSON that breaks off', thrown(() => JSON.parse('{"name":"Wang Li, 张雨桐"'))],
  ['a quoted value', new TypeError('expected a date, got "Wang Li" of \'张雨桐\'')],
  ['its own fields', Object.assign(new Error('a letter'), { to: 'Wang Li', code: '张雨桐' })],
  ['a cause', new Error('outer', { cause: new Error('no such patient: "Wang Li"') })],
  ['other letters', new Error('no such patient 张雨桐')],
  ['several lines', new Error('first\n"Wang Li"\n    at Wang Li\n    at 张雨桐')],
  ['a name of an error', Object.assign(new Error('x'), { name: 'Wang Li' })],
];

test.each(errors)('log writes where an error came from, without what it quotes: %s', (_, err) => {
  const { log, lines, last } = opened();
  log.error({ err }, 'failed');
  expect(last()).toMatchObject({
    msg: 'failed',
    err: { type: expect.any(String), stack: expect.any(String) },
  });
  expect(last().err.stack).toMatch(/^ {4}at .*(?:log\.test\.ts|JSON\.parse)/);
  expect(lines.join()).not.toMatch(/Wang|张/);
});

test('log keeps what an error says about the program', () => {
  const { log, last } = opened();
  const err = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:25'), { code: 'ECONNREFUSED' });
  log.error({ err: new Error('the mail server is away', { cause: err }) }, 'failed');
  expect(last().err).toMatchObject({
    message: 'the mail server is away',
    cause: 'Error connect ECONNREFUSED 127.0.0.1:25',
  });
  log.error({ err }, 'failed');
  expect(last().err).toMatchObject({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:25' });
});

test('log lets nothing pass in a bare error or in format arguments', () => {
  const { log, lines, last } = opened();
  // Cast: arguments of an untyped caller.
  const loose = log as unknown as { error(...args: unknown[]): void };
  loose.error(new Error('of "Wang Li"'));
  expect(last().msg).toBe('an error');
  loose.error('for %s', 'Wang Li');
  expect(last().msg).toBe('for %s');
  expect(lines.join()).not.toContain('Wang');
});

test('log has no name in it after a case is filled in, submitted, refused and aborted', async () => {
  let broken = false;
  const wrap = (store: RawEventStore): RawEventStore => ({
    ...store,
    append: async (stream, expected, events) => {
      if (broken) throw new Error(`no room for ${stream}: "${JSON.stringify(events)}"`);
      return store.append(stream, expected, events);
    },
  });
  const bench = await openTestServer({ wrap });
  const name = '张雨桐';
  const id = await createCaseWithPast(bench, []);
  const patient = { name, gender: 2, birthDate: '2001-04-12', clinic: 'Wang Li Dental' };
  await bench.put(`/api/cases/${id}/patient`, { as: 'doctor', body: patient });
  await bench.put(`/api/cases/${id}/patient`, { as: 'doctor', body: { ...patient, gender: name } });
  await bench.put(`/api/cases/${id}/patient`, { as: 'doctor', body: `{"name":"${name}"` });
  await bench.get(`/api/cases?keyword=${encodeURIComponent(name)}`, { as: 'doctor' });
  broken = true;
  const failed = await bench.put(`/api/cases/${id}/patient`, {
    as: 'doctor',
    body: { ...patient, gender: 1 },
  });
  expect(failed.status).toBe(500);
  broken = false;
  expect(bench.lines.length).toBeGreaterThan(5);
  const all = bench.lines.join('');
  expect(all).toContain('unexpected error');
  for (const said of [name, encodeURIComponent(name), 'Wang Li', '2001-04-12', id])
    expect(all).not.toContain(said);
  await bench.close();
});
