/** Copies the embedded log to EventStoreDB or back. */

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { copyLog, proveEqualLogs } from '../eventstore/copy.ts';
import { openEsdbStore } from '../eventstore/esdb/store.ts';
import { lockFolder } from '../eventstore/folder-lock.ts';
import { rethrowError } from '../eventstore/group-commit.ts';
import type { RawEventReader, RawEventStore } from '../eventstore/port.ts';
import { eventsFilePath } from '../eventstore/schema.ts';
import { openSqliteReader, openSqliteStore } from '../eventstore/sqlite.ts';
import { findConnectionStringFault } from '../settings/connection-string.ts';
import { parseEnv } from '../settings/env.ts';
import { type OperatorCommand, type OperatorTerminal, WrongUsageError } from './operator-command.ts';

const SAID_EVERY = 10_000;

const isServer = (place: string) => /^(esdb|kurrentdb)/.test(place);

/** Locks out writers. @throws FolderInUseError, Refusal logDown, or Error with a sentence for the operator */
async function openSource(place: string): Promise<RawEventReader> {
  if (isServer(place)) return openEsdbStore({ connectionString: place });
  if (!existsSync(eventsFilePath(place))) throw new Error(`${place} contains no log.`);
  const lock = lockFolder(place);
  try {
    const log = openSqliteReader({ dir: place, onFatal: rethrowError });
    return { ...log, close: () => log.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const openTarget = async (place: string): Promise<RawEventStore> =>
  isServer(place) ? openEsdbStore({ connectionString: place }) : openSqliteStore({ dir: place });

/**
 * Word on the command line in place of a connection string, so that the password does not show in `ps`. Reads
 * the setting `EVENT_STORE`.
 */
const SETTING = 'EVENT_STORE';

/** @throws Error with a sentence for the operator, WrongSettingError */
function placeOf(typed: string, env: OperatorTerminal['env']): string {
  const fault = isServer(typed) ? findConnectionStringFault(typed) : undefined;
  if (fault) throw new Error(`The connection string ${fault}.`);
  if (typed !== SETTING) return typed;
  const { eventStore } = parseEnv(env);
  if (eventStore.driver === 'esdb') return eventStore.url;
  throw new Error(`${SETTING} is not a connection string. Pass the data folder instead.`);
}

function placesIn(args: string[]): { from: string; to: string } {
  const text = { type: 'string' } as const;
  try {
    const { from, to } = parseArgs({ args, options: { from: text, to: text } }).values;
    if (from && to) return { from, to };
  } catch {
    // A parse error ends in the WrongUsageError below.
  }
  throw new WrongUsageError();
}

/** @param say prints a line for the operator */
async function copyAndProve(
  from: RawEventReader,
  to: RawEventStore,
  say: (line: string) => void,
): Promise<void> {
  let next = SAID_EVERY;
  const { events, before, doubled } = await copyLog(from, to, copied => {
    if (copied < next) return;
    next = copied + SAID_EVERY;
    say(`${copied} events …`);
  });
  say(`Copied: ${events} events, ${before} of them in an earlier run.`);
  if (doubled > 0) say(`${doubled} events were duplicates; each was copied once.`);
  const proof = await proveEqualLogs(from, to);
  say(`Both logs have the same ${proof.events} events in the same order: SHA-256 ${proof.digest}.`);
}

export const copyLogCommand: OperatorCommand = {
  usage: '--from <data folder, esdb://… or EVENT_STORE> --to <data folder, esdb://… or EVENT_STORE>',
  does: 'Copies the event log and verifies that both are equal. EVENT_STORE stands for the value of that setting. Stop the servers first; after an interruption, run it again to resume. Does not copy keys (the vault) and files.',
  run: async (args, { env, said }) => {
    const { from, to } = placesIn(args);
    const source = await openSource(placeOf(from, env));
    try {
      const target = await openTarget(placeOf(to, env));
      await copyAndProve(source, target, said).finally(() => target.close());
    } finally {
      await source.close();
    }
  },
};
