/** Addresses and networks in CIDR notation, for TRUSTED_PROXIES. */
import { isIP } from 'node:net';

export const addressFamily = (address: string) =>
  isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const);

/** Parses `10.0.0.5` (an address) or `10.0.0.0/8` (a network). Undefined for other text. */
export function parseNetwork(text: string) {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : Number(prefix);
  const wellFormed = version !== 0 && more.length === 0 && /^\d{1,3}$/.test(prefix ?? '0') && length <= bits;
  return wellFormed ? { address, length, family: addressFamily(address) } : undefined;
}
