import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Recorded } from './envelope.ts';
import { START } from './log-position.ts';
import { kindOfStream, recordOf, streamFamilies, streamKinds } from './streams.ts';
import { upcaster } from './upcasters.ts';

const here = new URL('./', import.meta.url);
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing'),
);

/** Exports that take a stream's name instead of building one. */
const notOfAStream = ['conversationOfStream', 'kindOfStream'];

/** Stream names built by the exports of a file whose name ends in Stream, StreamOf or Prefix. */
async function streamsIn(file: string): Promise<string[]> {
  const exported: Record<string, unknown> = await import(new URL(file, here).href);
  return Object.entries(exported).flatMap(([name, value]) => {
    if (!/(Stream(Of)?|[pP]refix)$/.test(name) || notOfAStream.includes(name)) return [];
    return [typeof value === 'function' ? `${value('x-1')}` : `${value}`];
  });
}

describe('the table of streams', () => {
  it('has an entry for every stream named in events/', async () => {
    const streams = (await Promise.all(files.map(streamsIn))).flat();
    expect(streams.length).toBeGreaterThan(20);
    expect(streams.filter(stream => kindOfStream(stream) === undefined)).toEqual([]);
    const named = new Set(streams.map(stream => kindOfStream(stream)));
    expect(Object.entries(streamKinds).filter(([, kind]) => !named.has(kind))).toEqual([]);
  });
  it('does not match names that merely start like a stream', () => {
    for (const stream of ['', 'casex-1', 'case_1', 'constructor-1', '-case'])
      expect(kindOfStream(stream), stream).toBeUndefined();
  });
  it('has a stream in every family, and each event type in only one kind of stream', () => {
    const kinds = Object.values(streamKinds);
    expect([...new Set(kinds.map(({ family }) => family))].sort()).toEqual([...streamFamilies]);
    const types = kinds.flatMap(({ events }) => Object.keys(events));
    expect(types.filter((type, i) => types.indexOf(type) !== i)).toEqual([]);
  });
});

describe('an event of the log', () => {
  const event: Recorded = {
    type: 'ConversationHandedOver',
    data: { to: 'p-1' },
    id: 'e',
    v: upcaster.versionOf('ConversationHandedOver'),
    at: '2026-11-20T08:00:00.000Z',
    by: 'p-2',
    stream: 'claim-1',
    revision: 0,
    position: START,
  };
  it('is returned typed for its kind of stream', () => {
    expect(recordOf('claim', event)).toBe(event);
  });
  it('is refused if its kind of stream lacks its type', () => {
    expect(() => recordOf('chat', event)).toThrow('unknown event ConversationHandedOver in claim-1');
    expect(() => recordOf('chat', { ...event, type: 'constructor' })).toThrow('unknown event');
  });
});
