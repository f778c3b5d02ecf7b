/**
 * Erasure does not depend on the process that follows the log: facts of an erased patient that the tables still have after some
 * seconds are set aside, with those of all cases, until the tables are built again.
 */
import { caseIdOfEvent, caseStreamOf, caseStreamPrefix } from '#events/case/stream.ts';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import { recordOf } from '#events/streams.ts';
import type { EventStore } from '../eventstore/port.ts';
import {
  commitManifest,
  type Manifest,
  ManifestNumberTakenError,
  manifestWithoutSegments,
  readManifest,
} from './manifest.ts';
import type { TableStore } from './table-files.ts';

export type ErasureWatchDeps = {
  /** The log with personal parts sealed. */
  sealedLog: Pick<EventStore, 'id' | 'readAll' | 'read' | 'head'>;
  tableStore: TableStore;
  /** Id of this process. */
  holder: string;
  onSetAside?: (segments: number) => void;
};

export type ErasureWatch = {
  /** Looks for erased patients whose facts the tables still have. @param now in ms */
  look(now: number): Promise<void>;
};

/** Time in which the process that follows the log erases. With the removal of old files it is less than a minute. */
const GRACE_MS = 10_000;

type Erased = { position: LogPosition; orgId: string; since: number };

const lastOf = ({ last }: Manifest) => toLogPosition(last?.position ?? '0');
const hasFacts = ({ tables, tails }: Manifest) =>
  tables.case_facts.length > 0 || tails.case_facts !== undefined;

export function createErasureWatch({
  sealedLog,
  tableStore,
  holder,
  onSetAside,
}: ErasureWatchDeps): ErasureWatch {
  let read: LogPosition | undefined;
  let waiting: Erased[] = [];
  const manifestOf = (orgId: string) => readManifest(tableStore.organisation(orgId), sealedLog.id);

  /** Position after which erasures may be missing in tables that have facts. Others are built without the facts. */
  const begin = async (): Promise<LogPosition> => {
    let first = await sealedLog.head();
    for (const orgId of await tableStore.organisations()) {
      const manifest = await manifestOf(orgId);
      if (!manifest || !hasFacts(manifest)) continue;
      const last = lastOf(manifest);
      if (last < first) first = last;
    }
    return first;
  };
  const servingOrganisation = async (caseId: string): Promise<string | undefined> => {
    for await (const event of sealedLog.read(caseStreamOf(caseId), { limit: 1 })) {
      const { type, data } = recordOf('case', event);
      if (type === 'CaseCreated') return data.servedBy;
    }
    return undefined;
  };
  /** @returns true once no segment has facts from before the erasure, nor will have */
  const isErased = async ({ position, orgId, since }: Erased, now: number): Promise<boolean> => {
    const manifest = await manifestOf(orgId);
    if (manifest && lastOf(manifest) >= position) return true;
    // A process that builds the tables may have read the facts before the erasure, and write them later.
    if (!manifest || !hasFacts(manifest) || now - since < GRACE_MS) return false;
    let segments = 0;
    const left = manifestWithoutSegments(manifest, (_, table) => {
      if (table === 'case_facts') segments++;
      return table === 'case_facts';
    });
    try {
      await commitManifest(tableStore.organisation(orgId), left, holder);
    } catch (error) {
      // The follower has committed meanwhile, so it is still running. The next round checks again.
      if (error instanceof ManifestNumberTakenError) return false;
      throw error;
    }
    onSetAside?.(segments);
    return true;
  };

  return {
    look: async now => {
      read ??= await begin();
      const head = await sealedLog.head();
      const filter = { streamPrefix: caseStreamPrefix, types: ['PatientErased'] };
      for await (const event of sealedLog.readAll({ after: read, filter })) {
        if (event.position > head) break;
        const orgId = await servingOrganisation(caseIdOfEvent(event));
        if (orgId !== undefined) waiting.push({ position: event.position, orgId, since: now });
      }
      read = head;
      const late: Erased[] = [];
      for (const one of waiting) if (!(await isErased(one, now))) late.push(one);
      waiting = late;
    },
  };
}
