/**
 * The program's own user of the log's servers, instead of their administrator: it reads the whole log (`$all`), reads and
 * writes streams, and neither deletes them nor changes their metadata.
 */
import { isDeepStrictEqual } from 'node:util';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_pb.js';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { Json, NewEvent } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import { untilEnd } from './incoming.ts';
import { asUser, clusterIn, findLeader, serversIn, type User, userIn } from './leader.ts';
import { type Patience, patiently } from './patience.ts';
import { passes } from './retryable-errors.ts';
import { refusedBy } from './startup-errors.ts';
import { connect, type Wire } from './wire.ts';

export type Account = {
  /** Names the user that is made, and its password. */
  connectionString: string;
  admin: User;
  /** No other program uses these servers: streams are for this user, users named before it, and administrators. */
  exclusive: boolean;
  patience: Patience;
};

type Said = Record<string, Json>;

const ADMINS = '$admins';
const EVERYBODY = '$all';
/** Metadata of `$all`. Its access list says who may read the whole log. */
const METADATA_OF_ALL = '$$$all';
/** Its last event holds the access list of streams that have none of their own. */
const SETTINGS = '$settings';

const administrators = { $r: ADMINS, $w: ADMINS, $d: ADMINS, $mr: ADMINS, $mw: ADMINS };

const faults: Partial<Record<status, string>> = {
  [status.UNAUTHENTICATED]:
    'The servers of EVENT_STORE do not know this administrator, or not this password.',
  [status.PERMISSION_DENIED]: 'This administrator may not make users of the servers: name another one.',
};

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? (error.code as status) : undefined;
/** Also true before there is a first leader, which makes the administrator. */
const isUnknown = (error: unknown) => codeOf(error) === status.UNAUTHENTICATED;
const isDenied = (error: unknown) => isUnknown(error) || codeOf(error) === status.PERMISSION_DENIED;
/** The error of the last retry. */
const lastOf = (error: unknown) => (isRefusal(error) && error.cause instanceof Error ? error.cause : error);

/** Calls the user service of the server that leads. */
async function withUsers<Of>(
  { connectionString, admin, patience }: Account,
  work: (client: InstanceType<typeof usersGrpc.UsersClient>, metadata: Metadata) => Promise<Of>,
): Promise<Of> {
  const servers = serversIn(connectionString);
  const cluster = clusterIn(connectionString);
  const address = cluster ? await findLeader(cluster, patience.callMs) : (servers.addresses[0] ?? '');
  const client = new usersGrpc.UsersClient(address, servers.credentials);
  const metadata = new Metadata();
  const words = Buffer.from(`${admin.name}:${admin.password}`).toString('base64');
  metadata.set('authorization', `Basic ${words}`);
  return work(client, metadata).finally(() => client.close());
}

type Answer = (error: ServiceError | null) => void;
const answered = (call: (answer: Answer) => unknown) =>
  new Promise<void>((resolve, reject) => call(error => (error ? reject(error) : resolve())));

/** Creates the user, or resets its password if it exists with another one. */
async function makeUser(account: Account, { name, password }: User): Promise<void> {
  await withUsers(account, async (client, metadata) => {
    const wanted = new users.CreateReq.Options();
    wanted.setLoginName(name);
    wanted.setFullName('Archline');
    wanted.setPassword(password);
    const create = new users.CreateReq().setOptions(wanted);
    try {
      await answered(answer => client.create(create, metadata, answer));
    } catch (error) {
      if ((error as ServiceError).metadata?.get('exception')[0] !== 'user-conflict') throw error;
      const other = new users.ResetPasswordReq.Options();
      other.setLoginName(name);
      other.setNewPassword(password);
      const reset = new users.ResetPasswordReq().setOptions(other);
      await answered(answer => client.resetPassword(reset, metadata, answer));
    }
  });
}

const once = (patience: Patience) => ({ patience, signal: new AbortController().signal });

/** Data of a stream's last event; empty if there is no stream. */
async function lastData(wire: Wire, patience: Patience, stream: string): Promise<Said> {
  const open = () => wire.stream(stream, { from: 'end', backwards: true, limit: 1 });
  for await (const [last] of untilEnd({ ...once(patience), open, size: 1, doubt: wire.doubt }))
    return Object(last?.event?.data) as Said;
  return {};
}

/** A change to the last event of a system stream. */
type Change = { stream: string; type: string; change: (before: Said) => Said };

/** Appends the changed data, unless the stream's last event holds it already. */
async function apply(wire: Wire, patience: Patience, { stream, type, change }: Change): Promise<Said> {
  const before = await lastData(wire, patience, stream);
  const data = change(before);
  if (isDeepStrictEqual(before, data)) return data;
  const event: NewEvent = {
    ...{ id: crypto.randomUUID(), type, v: 1, by: 'system', at: new Date().toISOString() },
    data,
  };
  await patiently({ ...once(patience), passing: passes }, () => wire.append(stream, 'any', [event]));
  return data;
}

const listOf = (roles: Json | undefined): Json[] =>
  Array.isArray(roles) ? roles : roles === undefined ? [] : [roles];

const added = (roles: readonly Json[], name: string): Json[] => [...new Set([...roles, name])];
const named = (roles: Json | undefined) => listOf(roles).filter(role => role !== EVERYBODY);

/** Adds a reader of the whole log. Others keep that right, also if they have it by the default of system streams. */
const readers = (name: string, settings: Said): Change => ({
  ...{ stream: METADATA_OF_ALL, type: '$metadata' },
  change: before => {
    const acl = Object(before.$acl) as Said;
    const roles = acl.$r ?? (Object(settings.$systemStreamAcl) as Said).$r;
    return { ...before, $acl: { ...acl, $r: added(listOf(roles), name) } };
  },
});

/** Limits streams to this user. Users named before stay, so that one can replace another while the program runs. */
const defaults = (name: string): Change => ({
  ...{ stream: SETTINGS, type: 'update-default-acl' },
  change: before => {
    const acl = Object(before.$userStreamAcl) as Said;
    const ours = { ...administrators, $r: added(named(acl.$r), name), $w: added(named(acl.$w), name) };
    return { $userStreamAcl: ours, $systemStreamAcl: administrators };
  },
});

/** Waits until the user may read the whole log. Rights and passwords take effect shortly after they are stored. */
async function check({ connectionString, patience }: Account): Promise<void> {
  const wire = connect(connectionString);
  const read = async () => {
    const open = () => wire.all({ from: 'end', backwards: true, limit: 1 });
    for await (const _ of untilEnd({ ...once(patience), open, size: 1, doubt: wire.doubt })) return;
  };
  try {
    await patiently({ ...once(patience), passing: error => passes(error) || isDenied(error) }, read);
  } catch (error) {
    throw refusedBy(lastOf(error), connectionString) ?? error;
  } finally {
    await wire.close();
  }
}

/** Users and groups with rights, beside administrators. */
export type Rights = {
  user: string;
  /** Who reads the whole log. */
  readers: string[];
  /** Who reads and writes streams; undefined where they were left as they are. */
  writers: string[] | undefined;
};

const rolesIn = (acl: Json | undefined) => listOf((Object(acl) as Said).$r).map(String);

/**
 * Makes the user of a connection string, or resets its password and adds its rights.
 * @throws Error with a sentence, Refusal logDown
 */
export async function makeAccount(account: Account): Promise<Rights> {
  const { connectionString, admin, exclusive, patience } = account;
  const user = userIn(connectionString);
  if (!user) throw new Error('EVENT_STORE names no user: set esdb://user:password@host:2113?tls=true.');
  const wire = connect(asUser(connectionString, admin));
  const made: Rights = { user: user.name, readers: [], writers: undefined };
  try {
    const passing = (error: unknown) => passes(error) || isUnknown(error);
    await patiently({ ...once(patience), passing }, () => makeUser(account, user));
    const settings = await lastData(wire, patience, SETTINGS);
    made.readers = rolesIn((await apply(wire, patience, readers(user.name, settings))).$acl);
    if (exclusive) made.writers = rolesIn((await apply(wire, patience, defaults(user.name))).$userStreamAcl);
  } catch (error) {
    const fault = faults[codeOf(lastOf(error)) ?? status.OK];
    throw fault ? new Error(fault, { cause: error }) : (refusedBy(error, connectionString) ?? error);
  } finally {
    await wire.close();
  }
  await check(account);
  return made;
}
