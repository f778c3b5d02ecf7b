import { describe, expect, it } from 'vitest';
import type { Json, RawEvent } from './envelope.ts';
import { START } from './log-position.ts';
import { createUpcaster, type LiftsByEventType, liftsByEventType } from './upcasters.ts';

const stored = (type: string, v: number, data: Json, personal?: Json): RawEvent => ({
  id: 'e',
  at: 'now',
  by: 'p',
  stream: 's',
  revision: 0,
  position: START,
  type,
  v,
  data,
  ...(personal === undefined ? {} : { personal }),
});

const { upcast, versionOf, stamp, storedTypes } = createUpcaster({
  Grown: [{ data: data => ({ list: [data] }) }, { data: data => ({ of: data }) }],
  First: [{ data: data => [data] }, { type: 'Second' }],
  Second: [{ type: 'Third' }],
  Third: [{ data: data => ({ third: data }) }],
  Named: [{ personal: personal => ({ name: personal }) }],
});

describe('upcast', () => {
  it('applies every lift after the event’s version, in order', () => {
    expect(upcast(stored('Grown', 1, 7))).toMatchObject({ v: 3, data: { of: { list: [7] } } });
    expect(upcast(stored('Grown', 2, 7))).toMatchObject({ v: 3, data: { of: 7 } });
  });
  it('returns an event of the current version as the same object', () => {
    for (const event of [stored('Grown', 3, 7), stored('NeverChanged', 1, {})])
      expect(upcast(event)).toBe(event);
  });
  it('leaves the given event unchanged', () => {
    const event = stored('Grown', 1, 7);
    upcast(event);
    expect(event).toEqual(stored('Grown', 1, 7));
  });
  it('continues with the lifts of the new type after a rename', () => {
    expect(upcast(stored('First', 1, 7))).toMatchObject({ type: 'Third', v: 2, data: { third: [7] } });
    expect(upcast(stored('First', 2, 7))).toMatchObject({ type: 'Third', v: 2, data: { third: 7 } });
    expect(upcast(stored('Second', 1, 7))).toMatchObject({ type: 'Third', v: 2, data: { third: 7 } });
  });
  it('lifts an open personal part, keeps a sealed one, and adds none', () => {
    const event = stored('Named', 1, {}, '张伟');
    expect(upcast(event)).toMatchObject({ v: 2, personal: { name: '张伟' } });
    expect(upcast(event, { sealed: true })).toMatchObject({ v: 2, personal: '张伟' });
    expect(upcast(stored('Named', 1, {}))).not.toHaveProperty('personal');
  });
  it.each([
    ['NeverChanged', 2],
    ['NeverChanged', 0],
    ['NeverChanged', 1.5],
    ['Grown', 4],
    ['First', 3],
  ])('rejects %s of version %d', (type, v) => {
    expect(() => upcast(stored(type, v, {}))).toThrow(`Event 0 of s (${type}) has version ${v}`);
  });
});

describe('new events', () => {
  it('get the current version of their type', () => {
    expect(['NeverChanged', 'Grown', 'Third', 'constructor'].map(versionOf)).toEqual([1, 3, 2, 1]);
    const event = { id: 'e', at: 'now', by: 'p', type: 'Grown', data: 7 };
    expect(stamp(event)).toEqual({ ...event, v: 3 });
  });
  it('cannot have the old name of a renamed type', () => {
    expect(() => versionOf('First')).toThrow('event First is named Second now');
  });
});

it('storedTypes adds the names before each rename', () => {
  expect(storedTypes(['Third', 'Grown']).toSorted()).toEqual(['First', 'Grown', 'Second', 'Third']);
  expect(storedTypes(['Second']).toSorted()).toEqual(['First', 'Second']);
});

describe('a table of lifts', () => {
  it('has nothing after a rename, and no rename in a circle', () => {
    expect(() => createUpcaster({ A: [{ type: 'B' }, {}] })).toThrow('event A has a lift after its rename');
    expect(() => createUpcaster({ A: [{ type: 'B' }], B: [{ type: 'A' }] })).toThrow('renamed in a circle');
    expect(() => createUpcaster({ A: [{ type: 'B' }], B: [{ type: 'C' }], C: [{ type: 'B' }] })).toThrow(
      'circle',
    );
  });
  it('cannot change the event that the sealed store recognises', () => {
    // @ts-expect-error PatientErased keeps its first shape
    const wrong: LiftsByEventType = { PatientErased: [{ type: 'PatientForgotten' }] };
    expect([wrong, liftsByEventType].map(table => Object.hasOwn(table, 'PatientErased'))).toEqual([
      true,
      false,
    ]);
  });
});
