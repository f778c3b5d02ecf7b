/**
 * Answers /healthz, /readyz and /metrics, for a process without the API and for METRICS_PORT. No routes of
 * the API.
 */
import { createServer, type Server } from 'node:http';
import type { Log } from '../logging/log.ts';
import type { MetricsEndpoint } from './metrics.ts';

export type OperatorServerParts = {
  /**
   * Returns the node's fault, or undefined while it works. Without it, /healthz and /readyz are answered
   * elsewhere.
   */
  wrong?: () => string | undefined;
  /** Metrics for /metrics. Without it, /metrics is answered elsewhere. */
  metrics?: Pick<MetricsEndpoint, 'text' | 'contentType'>;
  log: Pick<Log, 'error'>;
};

type Answer = { status: number; type: string; text: string };

const json = (status: number, value: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(value),
});

/** Creates the server without listening. */
export function createOperatorServer({ wrong, metrics, log }: OperatorServerParts): Server {
  const answers: Record<string, () => Promise<Answer> | Answer> = {
    ...(wrong && {
      '/healthz': () => json(200, { alive: true }),
      '/readyz': () => {
        const word = wrong();
        return word === undefined ? json(200, { ready: true }) : json(503, { ready: false, why: word });
      },
    }),
    ...(metrics && {
      '/metrics': async () => ({ status: 200, type: metrics.contentType, text: await metrics.text() }),
    }),
  };
  const missing = () => json(404, {});
  return createServer(async ({ url = '', method }, response) => {
    const of = method === 'GET' && Object.hasOwn(answers, url) ? answers[url] : missing;
    const { status, type, text } = await Promise.try(of ?? missing).catch((err: unknown) => {
      log.error({ err }, 'collecting metrics failed');
      return json(500, {});
    });
    response.writeHead(status, { 'content-type': type }).end(text);
  });
}
