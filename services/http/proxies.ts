/**
 * The proxies whose X-Forwarded-For header is trusted. Any client can write that header, so without a trusted proxy the
 * address of the connection counts.
 */
import { BlockList, isIP } from 'node:net';
import { addressFamily, parseNetwork } from '../settings/networks.ts';

export type Proxies = { has(address: string): boolean };

/** A dual-stack socket reports IPv4 addresses mapped into IPv6. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** @param networks valid by `parseNetwork` */
export function createProxies(networks: readonly string[]): Proxies {
  const list = new BlockList();
  for (const network of networks) {
    const found = parseNetwork(network);
    if (found) list.addSubnet(found.address, found.length, found.family);
  }
  return {
    has: address => isIP(plain(address)) !== 0 && list.check(plain(address), addressFamily(plain(address))),
  };
}

/**
 * Returns the nearest address that is not a trusted proxy. Trap: any client can write the header's entries further left.
 * @param socket the address at the other end
 * @param forwarded X-Forwarded-For
 */
export function findUntrustedAddress(
  socket: string,
  forwarded: string | undefined,
  proxies: Proxies,
): string {
  let origin = plain(socket);
  for (const hop of (forwarded ?? '').split(',').toReversed()) {
    const address = plain(hop.trim());
    if (!proxies.has(origin) || isIP(address) === 0) break;
    origin = address;
  }
  return origin;
}

const HEXTETS = 8;
/** Groups in a /64, the smallest network of a subscriber. */
const NETWORK = 4;

/** Returns the unit of rate limits: an IPv4 address, or an IPv6 /64, because a subscriber may use any address in it. */
export function rateLimitSubjectOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [bare = ''] = address.split('%');
  const [head = [], tail = []] = bare.split('::').map(part => part.split(':').filter(Boolean));
  // An IPv4 address at the end of an IPv6 address takes two groups.
  const written = head.length + tail.length + (bare.includes('.') ? 1 : 0);
  const all = [...head, ...Array<string>(HEXTETS - written).fill('0'), ...tail];
  const network = all.slice(0, NETWORK).map(group => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
