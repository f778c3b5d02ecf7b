/** A relay in its own process, for tests that kill it. Prints a line for each change of its state. */
import { systemClock, systemIds, systemTimers } from '../../clock/clock.ts';
import { openSqliteVault } from '../../vault/sqlite.ts';
import { startRelay } from '../relay.ts';
import { openFollowedSqlite } from './followed-log.ts';
import type { RelayProcessOptions } from './relay-child.ts';

// Cast: parses the argument. Only tests start this script.
const { dir, vault, brokers, leaseMs } = JSON.parse(process.argv[2] ?? '{}') as RelayProcessOptions;
const tell = (_: unknown, said: string) => console.log(said);
const relay = startRelay({
  inner: openFollowedSqlite(dir),
  vault: openSqliteVault({ dir: vault ?? dir }),
  clock: systemClock,
  ids: systemIds,
  timers: systemTimers,
  brokers: [brokers],
  leaseMs,
  log: { info: tell, warn: tell },
});
const alive = setInterval(() => undefined, 60_000);
// Suspends itself between two turns. Trap: a process that is stopped from outside could hold the lock of the vault's
// file.
process.on('SIGUSR2', () => process.kill(process.pid, 'SIGSTOP'));
process.once('SIGTERM', () => {
  clearInterval(alive);
  relay.stop();
});
