/** The log with its read models, which every process needs. */
import { openReadModels } from '#projections/readmodels.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { createMeasuredStore } from '../metrics/measured-store.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createSnapshots } from '../snapshots/snapshots.ts';
import { createTracedStore } from '../trace/traced-store.ts';
import { noTracer } from '../trace/tracer.ts';
import { createSubjectKeyring } from '../vault/keyring.ts';
import { createSealedReader, createSealedStore } from '../vault/sealed-store.ts';
import { deriveKey } from '../vault/secret.ts';
import { openSigning } from '../vault/signing.ts';
import type { ServerPorts } from './assemble-server.ts';

/** Builds the base of all parts: keys; the log with metrics, encryption and versions; the read models. */
export async function openLogParts(ports: ServerPorts) {
  const { inner, vault, secret, clock, ids, log, dataDir, lifts, tracer = noTracer } = ports;
  const keyFor = (purpose: string) => deriveKey(secret, purpose);
  const keyring = createSubjectKeyring(vault, secret);
  await keyring.check();
  const signing = await openSigning({ vault, secret, clock });
  const key = keyFor('snapshots');
  const snapshots =
    ports.snapshots && createSnapshots({ store: ports.snapshots, key, dir: dataDir, clock, ids, log });
  const measures = createMetrics();
  const stored = createTracedStore(createMeasuredStore(inner, measures), tracer);
  const sealedLog = createVersionedStore(stored, { lifts, sealed: true });
  const store = createVersionedStore(createSealedStore(stored, { keyring }), { lifts });
  const openedLog = createSealedReader(stored, { keyring });
  const models = await openReadModels({ store, dir: ports.rows, clock, snapshots });
  models.onAnnounce(({ position, traces = [], began = 0 }) => {
    measures.folded(position);
    tracer.done('fold', traces, began);
  });
  return { keyFor, keyring, signing, snapshots, measures, tracer, sealedLog, openedLog, store, models };
}

export type OpenedLogParts = Awaited<ReturnType<typeof openLogParts>>;
