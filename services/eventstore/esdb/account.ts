/**
 * Creates the program's own EventStoreDB user, to be used instead of the administrator. It may read the whole
 * log (`$all`) and read and write streams. With `exclusive` it may neither delete streams nor change their
 * metadata. Without it the servers' default applies, which allows every user both.
 */
import { status } from '@grpc/grpc-js';
import type { Json } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import { connectEsdb } from './connection.ts';
import { type Deadlines, retryUntilDeadline } from './deadlines.ts';
import { changeLastData, type JsonObject, type LastEventChange, readLastData } from './last-event.ts';
import { connectionStringForUser, type EsdbUser, userInConnectionString } from './leader.ts';
import { isRetryable } from './retryable-errors.ts';
import { readFiniteCall } from './running-calls.ts';
import { startupErrorOf } from './startup-errors.ts';
import { createUserOrResetPassword, refuseBuiltInUsers } from './user-service.ts';

export type LogAccountRequest = {
  /** Contains the name and password of the user to create. */
  connectionString: string;
  admin: EsdbUser;
  /**
   * No other program uses these servers: streams are limited to this user, users listed earlier, and
   * administrators.
   */
  exclusive: boolean;
  /** Users and groups to remove from the access lists. */
  forget: readonly string[];
  patience: Deadlines;
};

const ADMINS = '$admins';
const EVERYBODY = '$all';
/** Metadata of `$all`. Its access list names the readers of the whole log. */
const METADATA_OF_ALL = '$$$all';
/** System stream. Its last event holds the default access lists of streams without their own. */
const SETTINGS = '$settings';

const administrators = { $r: ADMINS, $w: ADMINS, $d: ADMINS, $mr: ADMINS, $mw: ADMINS };

const faults: Partial<Record<status, string>> = {
  [status.UNAUTHENTICATED]: 'The servers of EVENT_STORE reject the name or password of this administrator.',
  [status.PERMISSION_DENIED]:
    'This user may not create users on the servers. Pass an administrator with --admin.',
};

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? (error.code as status) : undefined;
/**
 * True if the server does not know the user. Also true before the first leader election, which creates the
 * administrator.
 */
const isUnknown = (error: unknown) => codeOf(error) === status.UNAUTHENTICATED;
const isDenied = (error: unknown) => isUnknown(error) || codeOf(error) === status.PERMISSION_DENIED;
/** Returns the underlying error of the last retry. */
const lastOf = (error: unknown) => (isRefusal(error) && error.cause instanceof Error ? error.cause : error);

const once = (patience: Deadlines) => ({ patience, signal: new AbortController().signal });

const listOf = (roles: Json | undefined): Json[] =>
  Array.isArray(roles) ? roles : roles === undefined ? [] : [roles];

/** Returns an access list with a user added and others removed. */
const changed = (roles: Json | undefined, name: string, removed: readonly string[]): Json[] => [
  ...new Set([...listOf(roles).filter(role => !removed.includes(String(role))), name]),
];

/**
 * Adds the user to the readers of `$all`. If `$all` has no list of readers, the default for system streams has applied
 * so far. Its readers are then added to the new list, unless `exclusive`. Removes the users and groups of `forget`,
 * and with `exclusive` the group of all users.
 */
const readers = (
  name: string,
  settings: JsonObject,
  { exclusive, forget }: LogAccountRequest,
): LastEventChange => ({
  stream: METADATA_OF_ALL,
  type: '$metadata',
  change: before => {
    const acl = Object(before.$acl) as JsonObject;
    const inherited = exclusive ? undefined : (Object(settings.$systemStreamAcl) as JsonObject).$r;
    const removed = exclusive ? [EVERYBODY, ...forget] : forget;
    return { ...before, $acl: { ...acl, $r: changed(acl.$r ?? inherited, name, removed) } };
  },
});

/**
 * Limits streams to this user. Keeps users listed earlier, so that one can replace another while the program
 * runs.
 */
const defaults = (name: string, { forget }: LogAccountRequest): LastEventChange => ({
  stream: SETTINGS,
  type: 'update-default-acl',
  change: before => {
    const acl = Object(before.$userStreamAcl) as JsonObject;
    const removed = [EVERYBODY, ...forget];
    const [$r, $w] = [changed(acl.$r, name, removed), changed(acl.$w, name, removed)];
    return { $userStreamAcl: { ...administrators, $r, $w }, $systemStreamAcl: administrators };
  },
});

/**
 * Waits until the user may read the whole log. Rights and passwords take effect shortly after they are
 * stored.
 */
async function check({ connectionString, patience }: LogAccountRequest): Promise<void> {
  const wire = connectEsdb(connectionString);
  const read = async () => {
    const open = () => wire.all({ from: 'end', backwards: true, limit: 1 });
    for await (const _ of readFiniteCall({ ...once(patience), open, size: 1, doubt: wire.doubt })) return;
  };
  try {
    await retryUntilDeadline(
      { ...once(patience), passing: error => isRetryable(error) || isDenied(error) },
      read,
    );
  } catch (error) {
    throw startupErrorOf(lastOf(error), connectionString) ?? error;
  } finally {
    await wire.close();
  }
}

/**
 * Users and groups on the access lists after the change. Administrators (`$admins`) always have access,
 * listed or not.
 */
export type LogAccountRights = {
  user: string;
  /** Readers of the whole log. */
  readers: string[];
  /** Readers and writers of streams. Undefined if unchanged. */
  writers: string[] | undefined;
};

const rolesIn = (acl: Json | undefined) => listOf((Object(acl) as JsonObject).$r).map(String);

/** @throws Error with a sentence for the operator */
function userOf({ connectionString, admin, forget }: LogAccountRequest): EsdbUser {
  const user = userInConnectionString(connectionString);
  if (!user) throw new Error('EVENT_STORE names no user. Set it to esdb://user:password@host:2113?tls=true.');
  refuseBuiltInUsers(user, admin);
  if (forget.includes(user.name))
    throw new Error(
      `EVENT_STORE still names ${user.name}. Put the new user into it before you use --forget ${user.name}.`,
    );
  return user;
}

/**
 * Creates the user of a connection string, or resets its password and adds its rights.
 * @throws Error with a sentence for the operator, Refusal logDown
 */
export async function createLogAccount(request: LogAccountRequest): Promise<LogAccountRights> {
  const { connectionString, admin, exclusive, patience } = request;
  const user = userOf(request);
  const wire = connectEsdb(connectionStringForUser(connectionString, admin));
  const made: LogAccountRights = { user: user.name, readers: [], writers: undefined };
  try {
    const passing = (error: unknown) => isRetryable(error) || isUnknown(error);
    await retryUntilDeadline({ ...once(patience), passing }, () =>
      createUserOrResetPassword(connectionString, { user, admin, callMs: patience.callMs }),
    );
    const settings = await readLastData(wire, patience, SETTINGS);
    const metadata = await changeLastData(wire, patience, readers(user.name, settings, request));
    made.readers = rolesIn(metadata.$acl);
    if (exclusive) {
      const { $userStreamAcl } = await changeLastData(wire, patience, defaults(user.name, request));
      made.writers = rolesIn($userStreamAcl);
    }
  } catch (error) {
    const fault = faults[codeOf(lastOf(error)) ?? status.OK];
    throw fault ? new Error(fault, { cause: error }) : (startupErrorOf(error, connectionString) ?? error);
  } finally {
    await wire.close();
  }
  await check(request);
  return made;
}
