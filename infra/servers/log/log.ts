/** `npm run log`: starts the protocol server and prints how to use it. `-- --help` explains the options. */
import { readOptions } from '../../setup/options.ts';
import { startLogCluster } from './cluster.ts';
import { unsupportedBehaviour, unsupportedServices } from './unsupported.ts';

const options = readOptions(process.argv.slice(2), {
  command: 'npm run log',
  does: "Starts Archline's protocol server, which answers as EventStoreDB does, for tests and development.",
  table: {
    port: {
      value: 'port',
      default: '2113',
      does: 'port of the first node; the others use the next ones. A list (2113,3113,4113) gives one port per node',
    },
    nodes: { value: 'number', default: '1', does: 'nodes of the cluster: 1 or an odd number' },
    file: { value: 'file', does: 'SQLite file that keeps the log (default: in memory, lost on exit)' },
    tls: { value: 'folder', does: 'turns TLS on; the authority and certificates are kept in this folder' },
    user: { value: 'name:password', does: 'turns sign-in on and makes this user the administrator' },
    'max-append-size': {
      value: 'bytes',
      default: '1048576',
      does: 'largest append, MaxAppendSize of EventStoreDB',
    },
    seed: { value: 'number', default: '1', does: 'seed of the gaps between positions' },
  },
});
if ('text' in options) {
  console.error(options.text);
  process.exit(options.exit);
}
const { values } = options;
const given = values.port.split(',').map(Number);
const [name, password] = values.user?.split(':') ?? [];
const { url, ports } = await startLogCluster({
  file: values.file,
  port: given.length === 1 ? given[0] : given,
  nodes: Number(values.nodes),
  seed: Number(values.seed),
  maxAppendSize: Number(values['max-append-size']),
  tls: values.tls,
  users: name && password ? { [name]: { password, readsAll: true } } : undefined,
});
console.log(
  `Archline's protocol server is ready: ${ports.length} ${ports.length === 1 ? 'node' : 'nodes'}. It is not EventStoreDB.`,
);
console.log(
  `\nStart Archline on it, in another terminal:\n  EVENT_STORE='${url}' npm start\n\nCtrl-C stops it.`,
);
console.log('\nIt refuses these services with UNIMPLEMENTED:');
for (const service of Object.values(unsupportedServices)) console.log(`  ${service}`);
console.log('It also lacks:');
for (const behaviour of unsupportedBehaviour) console.log(`  ${behaviour}`);
