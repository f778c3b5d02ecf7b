/** What nodes stand on: a log over the wire, Kafka, Redis, S3, each a process of its own on this machine. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startKafka } from '../servers/kafka.ts';
import { certificateFile } from '../servers/log/access.ts';
import { type Form, user } from '../servers/log/forms.ts';
import { urlOf } from '../servers/log/url.ts';
import { startRedis } from '../servers/redis.ts';
import { type Renewable, type Running, renewable } from '../servers/running.ts';
import { startS3 } from '../servers/s3.ts';
import { freePort } from '../testing/server.ts';

const protocolServer = fileURLToPath(new URL('../servers/log/log.ts', import.meta.url));

export type Log = {
  url: string;
  /** What it is: nothing that ran over the protocol server is told as EventStoreDB's. */
  name: string;
  /** Absent where it is somebody else's. */
  server?: Renewable;
};

/** How a log runs: `one` over plain connections, unless another form is asked for. */
export type LogForm = Omit<Form, 'name'>;

const one: LogForm = { nodes: 1, tls: false };

/** The servers of ESDB_URL where it is set, the protocol server in such a form otherwise. */
export async function startLog(dir: string, { nodes, tls }: LogForm = one): Promise<Log> {
  const given = process.env.ESDB_URL;
  if (given) return { url: given, name: 'EventStoreDB' };
  const first = await freePort();
  const ports = [first];
  while (ports.length < nodes) ports.push(await freePort());
  const where = ['--file', join(dir, 'log.db'), '--nodes', String(nodes), '--port', ports.join()];
  const guarded = tls ? ['--tls', dir, '--user', user] : [];
  const args = [protocolServer, ...where, ...guarded];
  const server = await renewable({ program: process.execPath, args, port: first });
  const url = tls ? urlOf(ports, certificateFile(dir), user) : urlOf(ports);
  const nodesOf = nodes === 1 ? '' : `, ${nodes} nodes`;
  return { url, name: `protocol server, no EventStoreDB${nodesOf}${tls ? ', TLS' : ''}`, server };
}

export type Servers = {
  log: Log;
  kafka: Awaited<ReturnType<typeof startKafka>>;
  redis: Awaited<ReturnType<typeof startRedis>>;
  s3: Awaited<ReturnType<typeof startS3>>;
  stop(): Promise<void>;
};

/** @param dir for what the log keeps @param form of the log @throws Error why one of them cannot be had here */
export async function startServers(dir: string, form?: LogForm): Promise<Servers> {
  const begun: Running[] = [];
  const stop = async () => {
    for (const server of begun.splice(0).reverse()) await server.stop();
  };
  const begin = async <S extends Running>(starting: Promise<S>): Promise<S> => {
    const server = await starting;
    begun.push(server);
    return server;
  };
  try {
    const s3 = await begin(startS3());
    const redis = await begin(startRedis());
    const kafka = await begin(startKafka());
    const log = await startLog(dir, form);
    if (log.server) begun.push(log.server);
    return { log, kafka, redis, s3, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
