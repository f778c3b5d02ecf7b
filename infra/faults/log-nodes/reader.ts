/** A person who reads a list over and over while the log’s nodes go and come back. */
import type { Client } from '../../testing/client.ts';

const restMs = 25;

export type Read = {
  /** How long each answer took, in ms. */
  ms: number[];
  /** Answers other than 200. */
  odd: string[];
};

/** @param client sees nothing of what the writers write, so that no read waits for it */
export async function startReader(client: Client) {
  const { position } = await client.get('/api/cases?size=50');
  const read: Read = { ms: [], odd: [] };
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
