/** Connection string of a log, as EVENT_STORE takes it. */

/** @param user `name:password` */
export function formatConnectionUrl(ports: readonly number[], certificate?: string, user?: string): string {
  const nodes = ports.map(port => `127.0.0.1:${port}`).join(',');
  const secure = certificate ? `tls=true&tlsCAFile=${certificate}` : 'tls=false';
  return `esdb://${user ? `${user}@` : ''}${nodes}?${secure}&keepAliveInterval=10000`;
}
