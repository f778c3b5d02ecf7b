/**
 * Which machines in front of this one are believed when they say where a request comes from. Without any, whoever is at
 * the other end of the connection is; anybody may write the header.
 */
import { BlockList, isIP } from 'node:net';

export type Proxies = { has(address: string): boolean };

/** `10.0.0.5` is that address, `10.0.0.0/8` a network. */
function parsed(network: string) {
  const [address = '', prefix, ...more] = network.split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : Number(prefix);
  const wellFormed = version !== 0 && more.length === 0 && /^\d{1,3}$/.test(prefix ?? '0') && length <= bits;
  return wellFormed ? { address, length, family: familyOf(address) } : undefined;
}

const familyOf = (address: string) => (isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const));

export const isNetwork = (text: string): boolean => parsed(text) !== undefined;

/** A socket that takes both kinds tells IPv4 addresses in IPv6's clothes. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** @param networks well formed ones */
export function proxiesOf(networks: readonly string[]): Proxies {
  const list = new BlockList();
  for (const network of networks) {
    const found = parsed(network);
    if (found) list.addSubnet(found.address, found.length, found.family);
  }
  return {
    has: address => isIP(plain(address)) !== 0 && list.check(plain(address), familyOf(plain(address))),
  };
}

/**
 * The nearest machine that is no proxy of ours: what stands further left in the header anybody may have written.
 * @param socket the address at the other end
 * @param forwarded X-Forwarded-For
 */
export function originOf(socket: string, forwarded: string | undefined, proxies: Proxies): string {
  let origin = plain(socket);
  for (const hop of (forwarded ?? '').split(',').toReversed()) {
    const address = plain(hop.trim());
    if (!proxies.has(origin) || isIP(address) === 0) break;
    origin = address;
  }
  return origin;
}

const HEXTETS = 8;
/** Of a /64, the least that a subscriber has. */
const NETWORK = 4;

/** Who counts as one: an IPv4 address; of IPv6 the whole /64, any address of which its subscriber may take at will. */
export function subscriberOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [bare = ''] = address.split('%');
  const [head = [], tail = []] = bare.split('::').map(part => part.split(':').filter(Boolean));
  // An IPv4 address at the end stands for two groups.
  const written = head.length + tail.length + (bare.includes('.') ? 1 : 0);
  const all = [...head, ...Array<string>(HEXTETS - written).fill('0'), ...tail];
  const network = all.slice(0, NETWORK).map(group => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
