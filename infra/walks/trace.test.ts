/**
 * One trace from a command to the screens that show its effect, as a collector receives it, without personal
 * data.
 */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { openSqliteReader } from '#services/eventstore/sqlite.ts';
import { type Client, signIn } from '../testing/client.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { pollUntil } from './polling.ts';

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
};

const spans: Span[] = [];
const bodies: string[] = [];
let collector: Server;
let server: ServerProcess;
let doctor: Client;

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      expect(request.url).toBe('/v1/traces');
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
      response.end('{}');
    });
  });
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  server = await startServer({ pages: false, env });
  doctor = await signIn(server.url, 'doctor');
});
afterAll(async () => {
  await server?.stop();
  collector?.close();
});

it('request, append, fold and push form one trace, each below its cause', async () => {
  const live = await doctor.live((await doctor.get('/api/cases')).position);
  const { caseId } = (await doctor.post<{ caseId: string }>('/api/cases')).data;
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const click = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const saved = await doctor.put(`/api/cases/${caseId}/patient`, sampleAlignerOrder.patient, click);
  expect(saved.code).toBe(0);
  const mine = () => spans.filter(span => span.traceId === traceId);
  await pollUntil(
    () => mine().length,
    n => n >= 4,
    'the trace never was whole',
  );
  const of = (name: string) => mine().find(span => span.name === name);
  const [request, append] = [of('PUT /api/cases/:id/patient'), of('append')];
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  expect(append?.parentSpanId).toBe(request?.spanId);
  for (const name of ['fold', 'push']) expect(of(name)?.parentSpanId, name).toBe(append?.spanId);
  expect(new Set(mine().map(span => span.spanId)).size).toBe(mine().length);
  for (const span of mine())
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
  live.close();
  const all = bodies.join('');
  for (const one of [caseId, sampleAlignerOrder.patient.name, 'p-doctor', doctor.token])
    expect(all).not.toContain(one);

  await server.stop({ keep: true });
  const log = openSqliteReader({ dir: server.dataDir });
  const events: (string | undefined)[] = [];
  for await (const event of log.read(`case-${caseId}`)) events.push(event.trace);
  await log.close();
  expect(events.at(-1)).toBe(`00-${traceId}-${append?.spanId}-01`);
});
