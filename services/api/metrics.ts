/** Prometheus text at /metrics: requests by route and status, and how far the read models are behind. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '../deps.ts';

export type Metrics = {
  /** `route` is the pattern (`/api/cases/:id`): a path would make a series of every case, and hold its id. */
  request(method: string, route: string, status: number, seconds: number): void;
  text(): Promise<string>;
  contentType: string;
};

type MetricsDeps = Pick<Deps, 'store' | 'models'>;

/** How far the log is, and how far reads are. */
function positions(registry: Registry, { store, models }: MetricsDeps): void {
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
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  positions(registry, deps);
  const shared = { labelNames: ['method', 'route', 'status'], registers: [registry] };
  const name = 'archline_http_requests_total';
  const requests = new Counter({ name, help: 'Requests answered.', ...shared });
  const timed = { name: 'archline_http_request_seconds', help: 'Time to an answer.', buckets };
  const seconds = new Histogram({ ...timed, ...shared });
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
