/**
 * Access lists, decided like `LegacyStreamPermissionAssertion` of EventStoreDB: by `$acl` in the stream's metadata, else by
 * the default in `$settings`, else by the server's built-in default.
 */
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { EventTable } from './event-table.ts';
import { metadataStreamOf, parseJsonOrUndefined, streamOfMetadata } from './stream-limits.ts';

export type StreamAction = 'read' | 'write' | 'delete';

/** The name and the groups of a caller. */
export type CallerRoles = readonly string[];

export const ALL_STREAM = '$all';
export const ADMINS_GROUP = '$admins';
const SETTINGS = '$settings';

const keys = { read: '$r', write: '$w', delete: '$d' } as const;
const metadataKeys = { read: '$mr', write: '$mw' } as const;

type Json = Record<string, unknown>;
const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

/** JSON data of a stream's last event; empty if the stream does not exist. */
function lastOf(table: EventTable, stream: string): Json {
  const [last] = table.page({ stream, from: Number.MAX_SAFE_INTEGER, backwards: true, limit: 1 });
  if (!last) return {};
  const data = streams.ReadResp.deserializeBinary(last.answer).getEvent()?.getEvent()?.getData_asU8();
  return objectIn(parseJsonOrUndefined(Buffer.from(data ?? []).toString()));
}

/** Reads one role, or a list of roles. */
const rolesIn = (value: unknown): CallerRoles | undefined =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : undefined;

export function mayAccess(
  table: EventTable,
  roles: CallerRoles,
  action: StreamAction,
  stream: string,
): boolean {
  if (stream === ALL_STREAM && action !== 'read') return false;
  const described = streamOfMetadata(stream);
  if (described !== undefined && action === 'delete') return false;
  if (roles.includes(ADMINS_GROUP)) return true;
  const key = described !== undefined && action !== 'delete' ? metadataKeys[action] : keys[action];
  const about = described ?? stream;
  const isSystem = about.startsWith('$');
  const own = objectIn(lastOf(table, metadataStreamOf(about)).$acl);
  const usual = objectIn(lastOf(table, SETTINGS)[isSystem ? '$systemStreamAcl' : '$userStreamAcl']);
  const allowed = rolesIn(own[key]) ?? rolesIn(usual[key]) ?? [isSystem ? ADMINS_GROUP : ALL_STREAM];
  return allowed.includes(ALL_STREAM) || allowed.some(role => roles.includes(role));
}
