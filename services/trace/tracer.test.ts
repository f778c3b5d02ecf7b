/** Nested spans by call order, and an unavailable collector. */
import { expect, test } from 'vitest';
import { createSpanExporter, type Span } from './otlp.ts';
import { formatTraceparent, parseTraceparent } from './trace-context.ts';
import { createTracer, noTracer } from './tracer.ts';

function opened() {
  const taken: Span[] = [];
  let n = 0;
  let now = 0;
  const ids = { uuid: () => '', bytes: (count: number) => Buffer.alloc(count, ++n) };
  const exporter = { take: (span: Span) => void taken.push(span), flush: async () => undefined };
  const timers = { every: () => () => undefined };
  return { taken, tracer: createTracer({ ids, timers, exporter, now: () => ++now }) };
}

test('spans within a span are its children, in parallel too', async () => {
  const { taken, tracer } = opened();
  await tracer.run('outer', async () => {
    await Promise.all([tracer.run('a', async () => undefined), tracer.run('b', async () => undefined)]);
  });
  const [a, b, outer] = taken;
  expect([a?.name, b?.name, outer?.name]).toEqual(['a', 'b', 'outer']);
  expect([a?.parentId, b?.parentId, outer?.parentId]).toEqual([outer?.spanId, outer?.spanId, undefined]);
  expect(new Set(taken.map(span => span.traceId)).size).toBe(1);
  expect(tracer.current()).toBeUndefined();
});

test('spans of failing work are marked as failed, and the error is rethrown', async () => {
  const { taken, tracer } = opened();
  await expect(tracer.run('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(taken).toMatchObject([{ name: 'x', failed: true }]);
});

test('spans continue a valid traceparent', () => {
  const place = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  expect(parseTraceparent(formatTraceparent(place))).toEqual(place);
  const wrong = [
    '',
    'x',
    formatTraceparent({ ...place, traceId: '0'.repeat(32) }),
    `${formatTraceparent(place)}-x`,
  ];
  // Version ff is invalid, and a context that is not sampled is not continued.
  wrong.push(formatTraceparent(place).replace(/^00/, 'ff'), formatTraceparent(place).replace(/01$/, '00'));
  for (const text of [undefined, ...wrong]) expect(parseTraceparent(text)).toBeUndefined();
});

test('spans are not created while tracing is off', async () => {
  expect(await noTracer.run('x', async () => noTracer.current())).toBeUndefined();
});

test('spans are dropped above a limit while the collector does not answer', async () => {
  let posts = 0;
  const exporter = createSpanExporter('http://collector', () => {
    posts += 1;
    return Promise.reject(new Error('away'));
  });
  const span: Span = {
    traceId: 'a',
    spanId: 'b',
    name: 'x',
    start: 1,
    end: 2,
    failed: false,
    facts: { n: 1 },
  };
  for (let i = 0; i < 10_000; i++) exporter.take(span);
  await exporter.flush();
  expect(posts).toBe(4096 / 512);
});
