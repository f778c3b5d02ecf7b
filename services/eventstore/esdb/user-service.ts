/** Creates EventStoreDB users through the servers' user service. Requires an administrator. */
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_pb.js';
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import { clusterInConnectionString, type EsdbUser, findLeader, serversInConnectionString } from './leader.ts';

/** Full name of the users that this program creates. The program recognises its users by this name. */
const FULL_NAME = 'Archline';
/** Built-in users: administrator and operator. */
const BUILT_IN = ['admin', 'ops'];

type Client = InstanceType<typeof usersGrpc.UsersClient>;
type Details = { fullName: string; groups: string[] };
type Answer = (error: ServiceError | null) => void;

const answered = (call: (answer: Answer) => unknown) =>
  new Promise<void>((resolve, reject) => call(error => (error ? reject(error) : resolve())));

const exceptionOf = (error: unknown) => (error as Partial<ServiceError>).metadata?.get('exception')[0];

/** Reads a user's details. Returns undefined if there is no such user. */
function detailsOf(client: Client, metadata: Metadata, name: string): Promise<Details | undefined> {
  const options = new users.DetailsReq.Options();
  options.setLoginName(name);
  const call = client.details(new users.DetailsReq().setOptions(options), metadata);
  return new Promise((resolve, reject) => {
    let found: Details | undefined;
    call.on('data', (answer: InstanceType<typeof users.DetailsResp>) => {
      const details = answer.getUserDetails();
      if (details) found = { fullName: details.getFullName(), groups: details.getGroupsList() };
    });
    call.once('end', () => resolve(found));
    call.once('error', error =>
      exceptionOf(error) === 'user-not-found' ? resolve(undefined) : reject(error),
    );
  });
}

function create(client: Client, metadata: Metadata, { name, password }: EsdbUser): Promise<void> {
  const options = new users.CreateReq.Options();
  options.setLoginName(name);
  options.setFullName(FULL_NAME);
  options.setPassword(password);
  const request = new users.CreateReq().setOptions(options);
  return answered(answer => client.create(request, metadata, answer));
}

function resetPassword(client: Client, metadata: Metadata, { name, password }: EsdbUser): Promise<void> {
  const options = new users.ResetPasswordReq.Options();
  options.setLoginName(name);
  options.setNewPassword(password);
  const request = new users.ResetPasswordReq().setOptions(options);
  return answered(answer => client.resetPassword(request, metadata, answer));
}

const another =
  'Put another name and a new password into EVENT_STORE, as in esdb://archline:password@host:2113.';

/** @throws Error with a sentence for the operator, if the user is built-in or is the administrator itself */
export function refuseBuiltInUsers({ name }: EsdbUser, admin: EsdbUser): void {
  if (![...BUILT_IN, admin.name].includes(name)) return;
  throw new Error(
    `EVENT_STORE names ${name}, an administrator of the servers. The program needs its own user. ${another}`,
  );
}

/**
 * Creates the user. If the user exists with another password, resets it, but only for a user that an earlier run
 * created.
 * @throws Error with a sentence for the operator, gRPC's error, NoLeaderError
 */
export async function createUserOrResetPassword(
  connectionString: string,
  { user, admin, callMs }: { user: EsdbUser; admin: EsdbUser; callMs: number },
): Promise<void> {
  const servers = serversInConnectionString(connectionString);
  const cluster = clusterInConnectionString(connectionString);
  const address = cluster ? await findLeader(cluster, callMs) : (servers.addresses[0] ?? '');
  const client = new usersGrpc.UsersClient(address, servers.credentials);
  const metadata = new Metadata();
  const signIn = Buffer.from(`${admin.name}:${admin.password}`).toString('base64');
  metadata.set('authorization', `Basic ${signIn}`);
  try {
    const existing = await detailsOf(client, metadata, user.name);
    if (existing && existing.groups.length > 0)
      throw new Error(`The user ${user.name} is a member of ${existing.groups.join(', ')}. ${another}`);
    try {
      await create(client, metadata, user);
    } catch (error) {
      if (exceptionOf(error) !== 'user-conflict') throw error;
      if (existing && existing.fullName !== FULL_NAME)
        throw new Error(
          `The user ${user.name} has another password and was not created by Archline. ${another}`,
        );
      await resetPassword(client, metadata, user);
    }
  } finally {
    client.close();
  }
}
