/** Fills the log of a benchmark. */
import type { StreamBatch } from '#projections/testing/copied-walk.ts';

/** Maximum number of concurrent appends. */
const AT_ONCE = 500;

/** Appends batches until there are `most` events. @returns the number of events */
export async function appendInBulk(
  batches: Iterable<StreamBatch>,
  append: (batch: StreamBatch) => Promise<unknown>,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  let events = 0;
  let appends: Promise<unknown>[] = [];
  for (const batch of batches) {
    events += batch.events.length;
    appends.push(append(batch));
    if (events >= most) break;
    if (appends.length < AT_ONCE) continue;
    await Promise.all(appends);
    appends = [];
  }
  await Promise.all(appends);
  return events;
}
