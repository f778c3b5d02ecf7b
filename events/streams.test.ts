import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Recorded } from './envelope.ts';
import { START } from './log-position.ts';
import { families, kindOfStream, recordOf, streamKinds } from './streams.ts';

const here = new URL('./', import.meta.url);
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing'),
);

/** The other way round: takes a stream's name. */
const notOfAStream = ['ofStream', 'kindOfStream'];

/** What is exported under a name of a stream or of what such names begin with, as the name of a stream. */
async function streamsIn(file: string): Promise<string[]> {
  const exported: Record<string, unknown> = await import(new URL(file, here).href);
  return Object.entries(exported).flatMap(([name, value]) => {
    if (!/(Stream|[pP]refix)$/.test(name) || notOfAStream.includes(name)) return [];
    return [typeof value === 'function' ? `${value('x-1')}` : `${value}`];
  });
}

describe('the table of streams', () => {
  it('has a line for every stream that has a name in events/', async () => {
    const streams = (await Promise.all(files.map(streamsIn))).flat();
    expect(streams.length).toBeGreaterThan(20);
    expect(streams.filter(stream => kindOfStream(stream) === undefined)).toEqual([]);
    const named = new Set(streams.map(stream => kindOfStream(stream)));
    expect(Object.entries(streamKinds).filter(([, kind]) => !named.has(kind))).toEqual([]);
  });
  it('tells nothing of a name that only begins alike', () => {
    for (const stream of ['', 'casex-1', 'case_1', 'constructor-1', '-case'])
      expect(kindOfStream(stream), stream).toBeUndefined();
  });
  it('has a stream in every family, and each type of event in one kind of stream', () => {
    const kinds = Object.values(streamKinds);
    expect([...new Set(kinds.map(({ family }) => family))].sort()).toEqual([...families]);
    const types = kinds.flatMap(({ events }) => Object.keys(events));
    expect(types.filter((type, i) => types.indexOf(type) !== i)).toEqual([]);
  });
});

describe('an event of the log', () => {
  const event: Recorded = {
    type: 'ConversationHandedOver',
    data: { to: 'p-1' },
    id: 'e',
    v: 1,
    at: '2026-11-20T08:00:00.000Z',
    by: 'p-2',
    stream: 'claim-1',
    revision: 0,
    position: START,
  };
  it('is typed by the kind of its stream', () => {
    expect(recordOf('claim', event)).toBe(event);
  });
  it('is refused where the kind of stream does not hold its type', () => {
    expect(() => recordOf('chat', event)).toThrow('unknown event ConversationHandedOver in claim-1');
    expect(() => recordOf('chat', { ...event, type: 'constructor' })).toThrow('unknown event');
  });
});
