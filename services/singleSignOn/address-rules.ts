/**
 * Rules for the addresses that this server may call for an organisation. An Admin of any organisation enters them, so
 * they must never lead into the operator's own network, unless a setting allows it.
 */
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { addressFamily, parseNetwork } from '../settings/networks.ts';

export type AddressRules = {
  /** Allows http and this machine, for the demo and tests. */
  local: boolean;
  /** Allows private networks, for an installation whose providers are in its own network. */
  privateNetworks: boolean;
};

/** Why an address is not called. Each fault has a sentence in the dictionaries. */
export type AddressFault = 'notHttps' | 'privateAddress' | 'unknownHost';

export class AddressRefusedError extends Error {
  readonly fault: AddressFault;
  constructor(fault: AddressFault) {
    super(`an address is not called: ${fault}`);
    this.name = 'AddressRefusedError';
    this.fault = fault;
  }
}

const blocked = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const { address, length, family } = parseNetwork(network) ?? {};
    if (address && length !== undefined) list.addSubnet(address, length, family);
  }
  return list;
};

const loopback = blocked(['127.0.0.0/8', '::1/128']);
const privateNetworks = blocked([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
]);
/**
 * IPv4 networks without public hosts: this network, link-local (a cloud's metadata), tests, documentation, multicast.
 */
const neverV4 = blocked([
  ...['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]);
/** The only public range of IPv6, and the parts of it that lead to IPv4 addresses or nowhere. */
const publicV6 = blocked(['2000::/3']);
const neverV6 = blocked(['2001::/32', '2001:db8::/32', '2002::/16']);

/** True if the server may connect to an IP address. */
export function mayConnect(address: string, rules: AddressRules): boolean {
  const family = addressFamily(address);
  if (isIP(address) === 0) return false;
  if (loopback.check(address, family)) return rules.local;
  if (privateNetworks.check(address, family)) return rules.privateNetworks;
  if (family === 'ipv4') return !neverV4.check(address, family);
  return publicV6.check(address, family) && !neverV6.check(address, family);
}

const LOCALHOST = 'localhost';
const isLocalHost = (host: string) =>
  host === LOCALHOST || (isIP(host) !== 0 && loopback.check(host, addressFamily(host)));

/** The host of an address, an IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

/** Requires https, or http to this machine where that is allowed. @throws AddressRefusedError */
export function checkAddress(url: URL, rules: AddressRules): void {
  const host = hostOf(url);
  const isOpen = url.protocol === 'http:' && rules.local && isLocalHost(host);
  if (!(url.protocol === 'https:' || isOpen) || url.username || url.password)
    throw new AddressRefusedError('notHttps');
  if (isIP(host) !== 0 && !mayConnect(host, rules)) throw new AddressRefusedError('privateAddress');
}

/** Finds the addresses of a host. */
export type HostLookup = (host: string) => Promise<string[]>;

const DNS_MS = 2_000;

/**
 * Creates a lookup that asks the name servers directly. The system's resolver has few threads, which a slow name
 * server could block. So names in the machine's hosts file are unknown.
 */
export function createHostLookup(): HostLookup {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 2 });
  const none = (): string[] => [];
  return async host =>
    (await Promise.all([resolver.resolve4(host).catch(none), resolver.resolve6(host).catch(none)])).flat();
}

/**
 * Returns the addresses to which a connection for this URL may be opened. All addresses of its host must be allowed. A
 * name that leads into a private network is refused like an unknown name, so that nobody can find out the operator's
 * internal names.
 * @throws AddressRefusedError
 */
export async function listAllowedAddresses(
  url: URL,
  rules: AddressRules,
  lookup: HostLookup,
): Promise<string[]> {
  checkAddress(url, rules);
  const host = hostOf(url);
  if (isIP(host) !== 0) return [host];
  const addresses = host === LOCALHOST ? ['127.0.0.1'] : await lookup(host);
  const isPublic = addresses.length > 0 && addresses.every(address => mayConnect(address, rules));
  if (!isPublic) throw new AddressRefusedError('unknownHost');
  return addresses;
}
