import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// Full zod, which browsers never load: zod/mini cannot read JSON Schema.
import { fromJSONSchema } from 'zod';
import { streamKinds } from '#events/streams.ts';
import { recordWalk } from '#projections/testing/copied-walk.ts';
import { createRawMemoryStore } from '#services/eventstore/memory.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { kafkaRecordOf } from '#services/relay/kafka-record.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { createEventDefinitions, createEventSchemaText } from './event-schema.ts';

const published = readFileSync(new URL('./events.schema.json', import.meta.url), 'utf8');
const definitions: Record<string, object> = JSON.parse(published).$defs;
const golden: { of: string; type: string; id: string; data: object; personal?: unknown }[] = readFileSync(
  new URL('../../events/case/golden/v1.ndjson', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map(line => JSON.parse(line));

const kindOf = (type: string) =>
  Object.entries(streamKinds).find(([, { events }]) => Object.hasOwn(events, type))?.[0] ?? 'none';

/** Golden events in the form in which the relay sends them. */
const recorded = golden.map(({ of: _family, personal, ...event }, i) => ({
  ...event,
  ...(personal === undefined ? {} : { personal: Buffer.from(JSON.stringify(personal)).toString('base64') }),
  stream: `${kindOf(event.type)}-x`,
  revision: i,
  position: String(i + 1),
}));
const schemas = new Map(
  // Cast: the file contains JSON Schemas.
  Object.entries(definitions).map(([type, schema]) => [
    type,
    fromJSONSchema(schema as Parameters<typeof fromJSONSchema>[0]),
  ]),
);
const fits = (event: { type: string }) => schemas.get(event.type)?.safeParse(event).success;

describe('events.schema.json', () => {
  it('equals the output of `npm run spec -- --write`', () => {
    expect(published).toBe(createEventSchemaText());
  });
  it('has exactly one definition for each event type of each kind of stream', () => {
    const types = Object.values(streamKinds).flatMap(({ events }) => Object.keys(events));
    expect(Object.keys(definitions)).toEqual(types.sort());
    const refs = types.map(type => ({ $ref: `#/$defs/${type}` }));
    expect(JSON.parse(published).anyOf).toEqual(refs);
  });
  it('accepts an example of every event that was ever written', () => {
    expect(new Set(recorded.map(({ type }) => type))).toEqual(new Set(Object.keys(definitions)));
    expect(recorded.filter(event => !fits(event)).map(({ id, type }) => `${type} ${id}`)).toEqual([]);
  });
  it('accepts the relay’s records of a walk through the product', async () => {
    const inner = createRawMemoryStore();
    const keyring = createSubjectKeyring(createMemoryVault(), Buffer.alloc(32, 1));
    const store = createVersionedStore(createSealedStore(inner, { keyring }));
    for (const { stream, events } of await recordWalk({ seed: 5, cases: 40, steps: 1500 }))
      await store.append(stream, 'any', events);
    const wrong: string[] = [];
    for await (const event of inner.readAll())
      if (!fits(JSON.parse(String(kafkaRecordOf(event, 'log').message.value))))
        wrong.push(JSON.stringify({ ...event, position: 0 }));
    expect(await inner.head()).toBeGreaterThan(800n);
    expect(wrong).toEqual([]);
  });
  it('rejects wrong data, versions and streams, and unencrypted personal parts', () => {
    const wrong = recorded.flatMap(event => [
      { ...event, v: 99 },
      { ...event, stream: 'elsewhere-x' },
      { ...event, data: [event.data] },
      { ...event, personal: { name: '张伟' } },
    ]);
    expect(wrong.filter(fits)).toEqual([]);
  });
  it('lists the valid teeth in each tooth field', () => {
    const said = JSON.stringify(createEventDefinitions().PlanCommented);
    expect(said).toContain('"enum":[18,17,16');
    const comments = recorded.filter(({ type }) => type === 'PlanCommented');
    expect(comments.filter(fits).length).toBeGreaterThan(0);
    expect(comments.map(event => ({ ...event, data: { ...event.data, tooth: 19 } })).filter(fits)).toEqual(
      [],
    );
  });
});
