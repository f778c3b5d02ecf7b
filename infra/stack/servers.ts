/**
 * Servers that nodes depend on: a remote log, Kafka, Redis and S3, each as its own process on this machine.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startKafka } from '../servers/kafka.ts';
import { certificateFilePath } from '../servers/log/access.ts';
import { formatConnectionUrl } from '../servers/log/connection-url.ts';
import { type LogVariant, logUserAndPassword } from '../servers/log/variants.ts';
import { startRedis } from '../servers/redis.ts';
import { startS3 } from '../servers/s3.ts';
import { type RestartableServer, type RunningServer, startRestartable } from '../servers/server-process.ts';
import { freePort } from '../testing/server.ts';

const protocolServer = fileURLToPath(new URL('../servers/log/log.ts', import.meta.url));

export type RemoteLog = {
  url: string;
  /**
   * Name of the server, so that results over the protocol server are not reported as those of EventStoreDB.
   */
  name: string;
  /** Absent if ESDB_URL names an external log. */
  server?: RestartableServer;
};

const singleNode: LogVariant = { nodes: 1, tls: false };

/** Uses the log of ESDB_URL if it is set, and otherwise starts the protocol server in the given form. */
export async function startRemoteLog(
  dir: string,
  { nodes, tls }: LogVariant = singleNode,
): Promise<RemoteLog> {
  const given = process.env.ESDB_URL;
  if (given) return { url: given, name: 'EventStoreDB' };
  const first = await freePort();
  const ports = [first];
  while (ports.length < nodes) ports.push(await freePort());
  const where = ['--file', join(dir, 'log.db'), '--nodes', String(nodes), '--port', ports.join()];
  const guarded = tls ? ['--tls', dir, '--user', logUserAndPassword] : [];
  const args = [protocolServer, ...where, ...guarded];
  const server = await startRestartable({ program: process.execPath, args, port: first });
  const url = tls
    ? formatConnectionUrl(ports, certificateFilePath(dir), logUserAndPassword)
    : formatConnectionUrl(ports);
  const nodesOf = nodes === 1 ? '' : `, ${nodes} nodes`;
  return { url, name: `protocol server, not EventStoreDB${nodesOf}${tls ? ', TLS' : ''}`, server };
}

export type StackServers = {
  log: RemoteLog;
  kafka: Awaited<ReturnType<typeof startKafka>>;
  redis: Awaited<ReturnType<typeof startRedis>>;
  s3: Awaited<ReturnType<typeof startS3>>;
  stop(): Promise<void>;
};

/**
 * @param dir folder for the log's data @param form of the log @throws Error if one of the servers is not
 * available here
 */
export async function startStackServers(dir: string, form?: LogVariant): Promise<StackServers> {
  const begun: RunningServer[] = [];
  const stop = async () => {
    for (const server of begun.splice(0).reverse()) await server.stop();
  };
  const begin = async <S extends RunningServer>(starting: Promise<S>): Promise<S> => {
    const server = await starting;
    begun.push(server);
    return server;
  };
  try {
    const s3 = await begin(startS3());
    const redis = await begin(startRedis());
    const kafka = await begin(startKafka());
    const log = await startRemoteLog(dir, form);
    if (log.server) begun.push(log.server);
    return { log, kafka, redis, s3, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
