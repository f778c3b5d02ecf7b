/**
 * Packets as text. Socket.IO's own encoder first goes through everything that is sent, to look for bytes: for rows that
 * costs more than writing them. Nothing that this server says holds any.
 */

export type Packet = { type: number; nsp: string; id?: number; data?: unknown };

/** A packet of Socket.IO's protocol 5: type, namespace, the id of an answer, JSON. */
export function encode({ type, nsp, id, data }: Packet): string[] {
  const where = nsp === '/' ? '' : `${nsp},`;
  const json = data === undefined || data === null ? '' : JSON.stringify(data);
  return [`${type}${where}${id ?? ''}${json}`];
}

/** The boundary: a server's encoder is part of no public type. Connections that are made from now on use this one. */
export function speakText(server: unknown): void {
  (server as { encoder: { encode: typeof encode } }).encoder = { encode };
}
