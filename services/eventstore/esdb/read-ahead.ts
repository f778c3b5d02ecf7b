/** Backpressure between two threads: limits the data that one has sent and the other has not yet consumed. */

/** Limits of sent but unconsumed data, in the unit of the batches' sizes (characters, for example). */
export type ReadAheadLimits = {
  /** Amount at which sending pauses. */
  most: number;
  /** Amount at which sending continues. A few long bursts cost less processor time than many short ones. */
  least: number;
};

export function createReadAheadGate({ most, least }: ReadAheadLimits) {
  const sizes: number[] = [];
  let ahead = 0;
  let goOn: () => void = () => undefined;
  return {
    sent: (size: number) => {
      sizes.push(size);
      ahead += size;
    },
    /** Notes that the oldest sent batch was consumed. */
    taken: () => {
      ahead -= sizes.shift() ?? 0;
      if (ahead <= least) goOn();
    },
    /** Resolves when another batch of any size may be sent. */
    room: async (): Promise<void> => {
      if (ahead < most) return;
      await new Promise<void>(resolve => {
        goOn = resolve;
      });
    },
  };
}
