import { expect, test } from 'vitest';
import {
  addressesInConnectionString,
  clusterInConnectionString,
  connectionStringForOwnConnection,
} from './leader.ts';

test.each([
  ['esdb://a', ['a:2113']],
  ['esdb://a:1113?tls=false', ['a:1113']],
  ['esdb://user:geheim@a,b:1,c/?tls=false', ['a:2113', 'b:1', 'c:2113']],
  // A password may contain the characters that end a host.
  ['esdb://user:ge/he?i#m@a,b', ['a:2113', 'b:2113']],
  ['kurrentdb+discover://user:geheim@log.example:2113', ['log.example:2113']],
])('addresses in %s', (connectionString, addresses) =>
  expect(addressesInConnectionString(connectionString)).toEqual(addresses),
);

test('a single node is no cluster; several nodes, or a name for several, are', () => {
  expect(clusterInConnectionString('esdb://a?tls=false')).toBeUndefined();
  expect(clusterInConnectionString('esdb+discover://log.example?tls=false')).toBeDefined();
  const cluster = clusterInConnectionString('esdb://user:ge/heim@a,b?tls=false&keepAliveInterval=10000');
  expect(cluster?.to('b:2113')).toBe('esdb://user:ge/heim@b:2113?tls=false&keepAliveInterval=10000');
});

test('settings are parsed like the client’s, and a missing file is named', () => {
  expect(clusterInConnectionString('esdb://a,b?TLS=false')).toBeDefined();
  expect(() => clusterInConnectionString('esdb://a,b?tls_ca_file=/not/there')).toThrow('File was not found');
  expect(() => clusterInConnectionString('esdb://')).toThrow('EVENT_STORE is not well formed');
});

test.each([
  ['esdb://a', 'esdb://a?keepaliveinterval=10001'],
  ['esdb://user:ge?heim@a:2113', 'esdb://user:ge?heim@a:2113?keepaliveinterval=10001'],
  ['esdb://a?tls=false&keep_alive_interval=20000', 'esdb://a?tls=false&keepaliveinterval=20001'],
  ['esdb://a?keepAliveInterval=-1', 'esdb://a?keepaliveinterval=86400001'],
  ['esdb://a?tlsCAFile=%2Ftmp%2Fa%20b.crt', 'esdb://a?tlscafile=%2Ftmp%2Fa%20b.crt&keepaliveinterval=10001'],
])('connection string of a separate connection for %s', (connectionString, apart) => {
  expect(connectionStringForOwnConnection(connectionString, 1)).toBe(apart);
  expect(connectionStringForOwnConnection(connectionString, 2)).not.toBe(apart);
});
