/** Fills an installation with people, their sessions and their cases: a folder of its own, or a log over the wire. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewEvent } from '#events/envelope.ts';
import { directoryStream } from '#events/person/events.ts';
import { wirePosition } from '#events/wire.ts';
import { isoNow } from '#services/clock/clock.ts';
import { createSessionTokens } from '#services/people/session-tokens.ts';
import { parseEnv } from '#services/settings/env.ts';
import { assembleServer } from '#services/start/assemble-server.ts';
import type { ServerParts } from '#services/start/server-parts.ts';
import { openPorts } from '#services/start/server-ports.ts';
import { deriveKey, loadSecret } from '#services/vault/secret.ts';
import { fixedKey } from '#services/vault/signing.ts';
import { casesFor } from './cases.ts';
import { directoryOf, type Member, membersOf } from './teams.ts';

export type Worker = Pick<Member, 'id' | 'position'> & {
  sessionId: string;
  /** Has cases, where the position has any. */
  active: boolean;
};
export type Prepared = {
  people: Worker[];
  /** Reads that name it see all of this. */
  position: string;
};

/** People in one append. */
const AT_ONCE = 200;
/** Appends under way: a log elsewhere answers each within its deadline, also on a machine with much else to do. */
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
  const members = membersOf(size.people);
  const known = directoryOf(members);
  const stamp = () => ({ id: crypto.randomUUID(), v: 1, at: isoNow(clock), by: 'system' });
  for (let from = 0; from < known.length; from += AT_ONCE)
    await store.append(
      directoryStream,
      'any',
      known.slice(from, from + AT_ONCE).map(
        (e): NewEvent => ({
          ...e,
          ...stamp(),
          // One key for all of them: in a bucket a thousand keys take longer than everything else here.
          ...(e.personal === undefined ? {} : { subject: 'load' }),
        }),
      ),
    );
  const begun = new Map<string, string>();
  await inTurns(members, async ({ id }) => begun.set(id, (await sessions.begin(id)).sessionId));
  await inTurns(casesFor(members.slice(0, size.active)), ({ stream, events }) =>
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
 * @param settings as a node of the installation has them; with the log in a folder, nobody else has that folder now
 * @param size people in all, and how many of them have cases
 */
export async function prepare(
  settings: Record<string, string>,
  size: { people: number; active: number },
): Promise<Prepared> {
  const own = mkdtempSync(join(tmpdir(), 'archline-load-'));
  const env = parseEnv({ DATA_DIR: own, DEMO: '0', LOG_LEVEL: 'error', ...settings });
  const { deps, close } = await assembleServer(await openPorts(env));
  try {
    const people = await fill(deps, size);
    return { people, position: wirePosition(deps.models.logId, await deps.store.head()) };
  } finally {
    await close();
    rmSync(own, { recursive: true, force: true });
  }
}

/** A token of now for each: those of the preparing are over after a quarter of an hour. */
export function tokensFor(people: readonly Worker[], secretFile: string): Promise<{ token: string }[]> {
  const tokens = createSessionTokens(
    fixedKey(deriveKey(loadSecret({ dir: '', file: secretFile }), 'session tokens')),
  );
  const now = Date.now();
  return Promise.all(people.map(p => tokens.sign({ personId: p.id, sessionId: p.sessionId }, now)));
}
