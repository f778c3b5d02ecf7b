/** The settings of the sinks: which columns they send, and what they leave in Kafka. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Json } from '#events/envelope.ts';
import { kafkaRecordOf } from '#services/relay/kafka-record.ts';
import { topicOfFamily } from '#services/relay/relay-topics.ts';
import { readGoldenEvents } from './golden.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const configOf = (sink: string): Record<string, string> => JSON.parse(read(`kafka/${sink}-sink.json`)).config;

const sinks = [
  ['iceberg', 'trino/table.sql'],
  ['clickhouse', 'clickhouse/table.sql'],
] as const;

it.each(sinks)('the sink of %s fills every column of %s, and sends nothing sealed', (sink, table) => {
  const config = configOf(sink);
  const renames = new Map(
    config['transforms.columns.renames']?.split(',').map(pair => pair.split(':') as [string, string]),
  );
  const sent = config['transforms.columns.include']?.split(',') ?? [];
  const columns = [...read(table).matchAll(/^ {2}(\w+) [A-Z]/gm)].map(([, name]) => name);
  expect(sent.map(field => renames.get(field) ?? field)).toEqual(columns);
  expect(sent).not.toContain('personal');
});

it.each(sinks)('the sink of %s reads committed records of the cases’ topic', sink => {
  const config = configOf(sink);
  expect(config.topics).toBe(topicOfFamily('case'));
  expect(config['consumer.override.isolation.level']).toBe('read_committed');
  // Credentials are in files of the worker.
  const secret = Object.entries(config).filter(([name]) => /password|credential|username/.test(name));
  for (const [, value] of secret) expect(value).toMatch(/^\$\{file:/);
});

it('a record of the relay has every field that the sinks send', () => {
  const [event] = readGoldenEvents();
  const raw = { ...event, position: 1n, v: 1, data: event?.data as Json };
  const { message } = kafkaRecordOf(raw as Parameters<typeof kafkaRecordOf>[0], 'log');
  const fields = Object.keys(JSON.parse(String(message.value)));
  const sent = configOf('iceberg')['transforms.columns.include']?.split(',') ?? [];
  expect(sent.filter(field => !fields.includes(field))).toEqual([]);
});
