/** A relay in a process of its own, which the tests kill: it tells each change of its state in a line. */
import { systemClock, systemIds, systemTimers } from '../../clock/clock.ts';
import { openSqliteVault } from '../../vault/sqlite.ts';
import { startRelay } from '../relay.ts';
import type { RelayProcessOptions } from './child.ts';
import { followSqlite } from './followed.ts';

// The boundary where the one argument becomes options: only the tests start this.
const { dir, vault, brokers, leaseMs } = JSON.parse(process.argv[2] ?? '{}') as RelayProcessOptions;
const tell = (_: unknown, said: string) => console.log(said);
const relay = startRelay({
  inner: followSqlite(dir),
  vault: openSqliteVault({ dir: vault ?? dir }),
  clock: systemClock,
  ids: systemIds,
  timers: systemTimers,
  brokers: [brokers],
  leaseMs,
  log: { info: tell, warn: tell },
});
const alive = setInterval(() => undefined, 60_000);
// Between two turns: stopped from outside it could hold the vault's file, which nobody else would get then.
process.on('SIGUSR2', () => process.kill(process.pid, 'SIGSTOP'));
process.once('SIGTERM', () => {
  clearInterval(alive);
  relay.stop();
});
