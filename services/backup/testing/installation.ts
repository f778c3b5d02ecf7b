/** A small installation on disk, for tests: log, vault and files. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewRawEvent } from '#events/envelope.ts';
import { openSqliteReader, openSqliteStore } from '#services/eventstore/sqlite.ts';
import { createDiskBlobs } from '#services/files/disk.ts';
import { createUploadRecords, type UploadRecord } from '#services/files/upload-record.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { loadSecret } from '#services/vault/secret.ts';
import { openSqliteVault, openSqliteVaultReader } from '#services/vault/sqlite.ts';
import type { BackupSource } from '../backup.ts';

export const installationTime = '2026-11-22T08:00:00.000Z';

export async function openInstallation(dir: string) {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const inner = openSqliteStore({ dir });
  const vault = openSqliteVault({ dir });
  const keyring = createSubjectKeyring(vault, loadSecret({ dir }));
  await keyring.check();
  const store = createSealedStore(inner, { keyring });
  const blobs = createDiskBlobs(join(dir, 'files'));
  const records = createUploadRecords(vault);
  mkdirSync(join(dir, 'files'), { recursive: true });
  mkdirSync(join(dir, 'uploads'), { recursive: true });
  let said = 0;
  return {
    dir,
    store,
    vault,
    keyring,
    blobs,
    records,
    /** Appends an event about a patient to a case's stream. */
    async say(caseId: string, name: string): Promise<bigint> {
      said += 1;
      const stamp = { id: crypto.randomUUID(), v: 1, at: installationTime, by: 'doctor', subject: caseId };
      const event: NewRawEvent = { type: 'Said', data: { n: said }, personal: { name }, ...stamp };
      return (await store.append(`case-${caseId}`, 'any', [event])).position;
    },
    /** Adds a finished upload, or an unfinished one if `bytes` is null. */
    async upload(caseId: string, bytes: string | null): Promise<string> {
      const id = `upload-${caseId}-${bytes ?? 'open'}`.slice(0, 40);
      const sha256 = createHash('sha256')
        .update(bytes ?? '')
        .digest('hex');
      if (bytes !== null) {
        const path = join(dir, 'uploads', id);
        writeFileSync(path, bytes);
        await blobs.keep({ orgId: 'org', sha256 }, path);
      }
      const record: UploadRecord = {
        id,
        by: 'doctor',
        orgId: 'org',
        caseId,
        kind: 'stl',
        slot: null,
        name: 'a.stl',
        size: bytes?.length ?? 9,
        startedAt: installationTime,
        due: false,
        kept: true,
        finished: bytes === null ? null : { at: installationTime, sha256, mime: 'model/stl' },
      };
      await records.put(record);
      return sha256;
    },
    async close() {
      await inner.close();
      await vault.close();
    },
  };
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/**
 * An installation's parts as a second process reads them. `beforeVault` runs between the copies of log and
 * vault.
 */
export function backupSourceOf(
  dir: string,
  beforeVault: () => void = () => undefined,
): BackupSource & { end(): Promise<void> } {
  const log = openSqliteReader({ dir });
  const openVault = () => {
    beforeVault();
    return openSqliteVaultReader({ dir });
  };
  return { log, openVault, blobs: createDiskBlobs(join(dir, 'files')), end: () => log.close() };
}
