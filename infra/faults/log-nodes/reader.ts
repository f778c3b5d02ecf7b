/** A user who reads the case list again and again during a fault. */
import type { Client } from '../../testing/client.ts';

const restMs = 25;

export type ReadLatencies = {
  /** How long each answer took, in ms. */
  ms: number[];
  /** HTTP status and code of each answer other than 200. */
  odd: string[];
};

/** @param client a user who sees none of the new drafts, so that no read waits for one */
export async function startLatencyReader(client: Client) {
  const { position } = await client.get('/api/cases?size=50');
  const read: ReadLatencies = { ms: [], odd: [] };
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const began = performance.now();
      const { http, code } = await client.get('/api/cases?size=50', { 'X-Position': position ?? '' });
      read.ms.push(performance.now() - began);
      if (http !== 200) read.odd.push(`${http} ${code}`);
      await new Promise(resolve => setTimeout(resolve, restMs));
    }
  })();
  reading.catch(() => undefined);
  return {
    read,
    stop: async () => {
      isOver = true;
      await reading;
    },
  };
}
