/** Prometheus text at /metrics: requests by route and status, and how far the read models are behind. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '../deps.ts';

export type Metrics = {
  /** `route` is the pattern (`/api/cases/:id`): a path would make a series of every case, and hold its id. */
  request(method: string, route: string, status: number, seconds: number): void;
  text(): Promise<string>;
  contentType: string;
};

export function createMetrics({ store, models }: Pick<Deps, 'store' | 'models'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'];
  const requests = new Counter({
    name: 'archline_http_requests_total',
    help: 'Requests answered.',
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'archline_http_request_seconds',
    help: 'Time to an answer.',
    labelNames,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'archline_log_position',
    help: 'Position of the last event in the log.',
    registers: [registry],
    async collect() {
      this.set(Number(await store.head()));
    },
  });
  new Gauge({
    name: 'archline_projection_position',
    help: 'Position that reads answer from.',
    registers: [registry],
    collect() {
      this.set(Number(models.position()));
    },
  });
  return {
    request: (method, route, status, time) => {
      const labels = { method, route, status: String(status) };
      requests.inc(labels);
      seconds.observe(labels, time);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
