/** Opens an installation's log for reading, next to the servers that write it. Personal parts are decrypted. */

import type { RawEventReader } from '../eventstore/port.ts';
import { type SecretInstallationPlace, withInstallation } from '../start/installation.ts';
import { createSealedReader } from '../vault/sealed-store.ts';

/**
 * Runs work on the log. Events have the shapes in which they were stored.
 * @throws Error with a sentence for the operator; the work's error
 */
export const withReadableLog = <T>(
  place: SecretInstallationPlace,
  work: (log: RawEventReader) => Promise<T>,
): Promise<T> =>
  withInstallation(place, ({ inner, keyring }) => work(createSealedReader(inner, { keyring })));
