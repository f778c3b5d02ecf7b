/** Configurations of a log: one or three nodes, with or without TLS and a password. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateFilePath } from './access.ts';
import { type LogCluster, type LogClusterOptions, startLogCluster } from './cluster.ts';
import { formatConnectionUrl } from './connection-url.ts';

/**
 * Form of a log. The contract runs over three nodes with TLS, and outages over the other forms: one node with TLS,
 * three without it. Most other tests use one node without TLS.
 */
export type LogVariant = { nodes: number; tls: boolean };

const users = { archline: { password: 'geheim', readsAll: true } };
/** User of a log with TLS, as `name:password`. */
export const logUserAndPassword = 'archline:geheim';

/**
 * Starts the protocol server in one configuration. With TLS its `url` contains user and password.
 * @param kept folder of the certificate, if the server will be restarted; by default the folder is removed
 * with the server
 */
export async function startLogVariant(
  { nodes, tls }: LogVariant,
  options: Omit<LogClusterOptions, 'nodes' | 'tls' | 'users'> = {},
  kept?: string,
): Promise<LogCluster> {
  if (!tls) return startLogCluster({ ...options, nodes });
  const dir = kept ?? mkdtempSync(join(tmpdir(), 'archline-certificate-'));
  const cluster = await startLogCluster({ ...options, nodes, users, tls: dir });
  return {
    ...cluster,
    url: formatConnectionUrl(cluster.ports, certificateFilePath(dir), logUserAndPassword),
    stop: async () => {
      await cluster.stop();
      if (!kept) rmSync(dir, { recursive: true });
    },
  };
}
