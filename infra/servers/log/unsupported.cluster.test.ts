import monitoring from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import operations from '@eventstore/db-client/generated/operations_grpc_pb.js';
import persistent from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projections from '@eventstore/db-client/generated/projections_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_grpc_pb.js';
import { Client, credentials, status } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { startLogServer } from './server.ts';
import { unsupportedServices } from './unsupported.ts';

/** All calls of the client's services, except streams, gossip and server features. */
const paths = [monitoring.MonitoringService, operations.OperationsService, users.UsersService]
  .concat([persistent.PersistentSubscriptionsService, projections.ProjectionsService] as never)
  .flatMap(service => Object.values(service).map(({ path }) => path));
const bytes = (_: unknown) => Buffer.alloc(0);

test('each call of an unsupported service fails with UNIMPLEMENTED, and the table names each service', async () => {
  const server = await startLogServer();
  const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  const codes = await Promise.all(
    paths.map(
      path =>
        new Promise(resolve =>
          client.makeUnaryRequest(path, bytes, bytes, null, error => resolve(error?.code)),
        ),
    ),
  );
  client.close();
  await server.stop();
  expect(paths.length).toBeGreaterThan(30);
  expect(codes).toEqual(paths.map(() => status.UNIMPLEMENTED));
  const services = new Set(paths.map(path => path.split('/')[1]));
  expect(Object.keys(unsupportedServices).toSorted()).toEqual([...services].toSorted());
});
