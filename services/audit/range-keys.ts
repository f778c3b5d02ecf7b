/** Erases address ranges whose retention time is over, by deleting the keys of their months. */
import type { Clock } from '../clock/clock.ts';
import { addressRangeKeyPrefix } from '../people/sign-in-failures.ts';
import { type Keyring, subjectKeyName, subjectOfTombstone } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';

const dayMs = 86_400_000;
/**
 * Length of the longest month, in ms. The key of a month is deleted when the retention time of its last day is over.
 */
const monthMs = 31 * dayMs;

type RangeDeps = {
  vault: Pick<Vault, 'list'>;
  keyring: Pick<Keyring, 'eraseSubject'>;
  clock: Clock;
  auditDays: number;
};

export const createRangeKeySweep = ({ vault, keyring, clock, auditDays }: RangeDeps) => ({
  sweep: async (): Promise<void> => {
    const kept = new Date(clock.now() - auditDays * dayMs - monthMs).toISOString().slice(0, 7);
    const prefix = subjectKeyName(addressRangeKeyPrefix);
    for await (const record of vault.list(prefix)) {
      const month = record.key.slice(prefix.length);
      if (month > kept || subjectOfTombstone(record) !== undefined) continue;
      await keyring.eraseSubject(addressRangeKeyPrefix + month);
    }
  },
});
