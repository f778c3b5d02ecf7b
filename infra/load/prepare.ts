/** Fills an installation with users, sessions and cases, in a data folder or a remote log. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewEvent } from '#events/envelope.ts';
import { directoryStream } from '#events/person/events.ts';
import { toWirePosition } from '#events/wire.ts';
import { isoNow } from '#services/clock/clock.ts';
import { createSessionTokens } from '#services/people/session-tokens.ts';
import { parseEnv } from '#services/settings/env.ts';
import { assembleServer } from '#services/start/assemble-server.ts';
import type { ServerParts } from '#services/start/server-parts.ts';
import { openServerPorts } from '#services/start/server-ports.ts';
import { deriveKey, loadSecret } from '#services/vault/secret.ts';
import { createUnrotatedKeys } from '#services/vault/signing.ts';
import { createCases } from './cases.ts';
import { createMembers, createTeamEvents, type TeamMember } from './teams.ts';

export type PreparedUser = Pick<TeamMember, 'id' | 'position'> & {
  sessionId: string;
  /** Whether the user has cases, if the position has any. */
  active: boolean;
};
export type PreparedLoad = {
  people: PreparedUser[];
  /** Log position after the preparation. Reads with this position include everything. */
  position: string;
};

/** Users per append. */
const AT_ONCE = 200;
/** Concurrent appends. A remote log must answer each within its deadline, even on a busy machine. */
const APPENDS = 32;

async function inTurns<T>(all: Iterable<T>, run: (one: T) => Promise<unknown>): Promise<void> {
  let under: Promise<unknown>[] = [];
  for (const one of all) {
    under.push(run(one));
    if (under.length < APPENDS) continue;
    await Promise.all(under);
    under = [];
  }
  await Promise.all(under);
}

async function fill({ sessions, store, clock }: ServerParts, size: { people: number; active: number }) {
  const members = createMembers(size.people);
  const known = createTeamEvents(members);
  const stamp = () => ({ id: crypto.randomUUID(), at: isoNow(clock), by: 'system' });
  for (let from = 0; from < known.length; from += AT_ONCE)
    await store.append(
      directoryStream,
      'any',
      known.slice(from, from + AT_ONCE).map(
        (e): NewEvent => ({
          ...e,
          ...stamp(),
          // One key for all users: on S3, creating a thousand keys takes longer than everything else here.
          ...(e.personal === undefined ? {} : { subject: 'load' }),
        }),
      ),
    );
  const begun = new Map<string, string>();
  await inTurns(members, async ({ id }) => begun.set(id, (await sessions.begin(id)).sessionId));
  await inTurns(createCases(members.slice(0, size.active)), ({ stream, events }) =>
    store.append(stream, 'none', events),
  );
  return members.map(({ id, position }, i) => ({
    id,
    position,
    active: i < size.active,
    sessionId: begun.get(id) ?? '',
  }));
}

/**
 * @param settings settings of a node; an embedded log must not be in use
 * @param size number of users, and how many of them have cases
 */
export async function prepareLoad(
  settings: Record<string, string>,
  size: { people: number; active: number },
): Promise<PreparedLoad> {
  const own = mkdtempSync(join(tmpdir(), 'archline-load-'));
  const env = parseEnv({ DATA_DIR: own, DEMO: '0', LOG_LEVEL: 'error', ...settings });
  const { deps, close } = await assembleServer(await openServerPorts(env));
  try {
    const people = await fill(deps, size);
    return { people, position: toWirePosition(deps.models.logId, await deps.store.head()) };
  } finally {
    await close();
    rmSync(own, { recursive: true, force: true });
  }
}

/** New tokens for all users, because tokens of the preparation expire after a quarter of an hour. */
export function signTokens(
  people: readonly PreparedUser[],
  secretFile: string,
): Promise<{ token: string }[]> {
  const tokens = createSessionTokens(
    createUnrotatedKeys(deriveKey(loadSecret({ dir: '', file: secretFile }), 'session tokens')),
  );
  const now = Date.now();
  return Promise.all(people.map(p => tokens.sign({ personId: p.id, sessionId: p.sessionId }, now)));
}
