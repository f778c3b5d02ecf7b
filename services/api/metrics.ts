/** Prometheus text at /metrics: requests by route and status, and the metrics of other parts. */
import { Counter, Histogram, Registry } from 'prom-client';
import { addInstallationGauges } from '../metrics/installation.ts';
import { processRegistry } from '../metrics/process-metrics.ts';
import type { ApiDeps } from './deps.ts';

export type MetricsEndpoint = {
  /** `route`: the pattern (`/api/cases/:id`). A path would create a series per case and hold its id. */
  request(method: string, route: string, status: number, seconds: number): void;
  text(): Promise<string>;
  contentType: string;
};

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export function createMetricsEndpoint(deps: ApiDeps): MetricsEndpoint {
  // A registry of its own for each app, because several apps may share the same parts.
  const registry = new Registry();
  const ofProcess = processRegistry();
  addInstallationGauges(registry, deps);
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
    text: () => Registry.merge([ofProcess, registry, deps.measures.registry]).metrics(),
    contentType: registry.contentType,
  };
}
