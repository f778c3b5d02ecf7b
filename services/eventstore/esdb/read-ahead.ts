/** Limits what a thread has sent and another has not taken yet. */

/** In characters, or whatever the sizes are in. */
export type Limits = {
  /** Sending stops here. */
  most: number;
  /** Sending goes on here: a few long runs take less processor time than many short ones. */
  least: number;
};

export function createReadAhead({ most, least }: Limits) {
  const sizes: number[] = [];
  let ahead = 0;
  let goOn: () => void = () => undefined;
  return {
    sent: (size: number) => {
      sizes.push(size);
      ahead += size;
    },
    /** The oldest that was sent is taken. */
    taken: () => {
      ahead -= sizes.shift() ?? 0;
      if (ahead <= least) goOn();
    },
    /** Resolves when there is room for one more, of any size. */
    room: async (): Promise<void> => {
      if (ahead < most) return;
      await new Promise<void>(resolve => {
        goOn = resolve;
      });
    },
  };
}
