/**
 * `npm run log -- [--port 2113] [--file log.db] [--nodes 3]`: starts the protocol server and prints its connection
 * string. With several nodes, one `--port` is the first node's and the others take the next ports; a list gives one port
 * per node (`--port 2113,3113,4113`). `--seed` seeds the gaps between positions. `--max-append-size` is EventStoreDB's
 * `MaxAppendSize`. `--tls folder` turns TLS on and keeps the certificate in that folder. `--user name:password` turns
 * sign-in on; that user is an administrator and can create others (`archline log-account`).
 */
import { parseArgs } from 'node:util';
import { startLogCluster } from './cluster.ts';
import { unsupportedBehaviour, unsupportedServices } from './unsupported.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '2113' },
    file: { type: 'string' },
    nodes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    'max-append-size': { type: 'string', default: '1048576' },
    tls: { type: 'string' },
    user: { type: 'string' },
  },
});
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
const many = ports.length === 1 ? 'One node' : `${ports.length} nodes`;
console.log(`A protocol server, which is no EventStoreDB. ${many}, ready at ${url}`);
console.log('It leaves out, and answers with UNIMPLEMENTED:');
for (const what of Object.values(unsupportedServices)) console.log(`  ${what}`);
console.log('It leaves out as well:');
for (const what of unsupportedBehaviour) console.log(`  ${what}`);
