/** A conversation in the load: the number of each message, and the messages that each page has received. */

/** Numbers of the messages that one page has received. `missing`: skipped and not received later. */
export type ReceivedNumbers = { first: number; last: number; missing: Set<number> };

export type DeliveryFaults = { doubled: number; disordered: number };

export type DeliveryChecker = {
  /** Registers a page. */
  enter(): ReceivedNumbers;
  /** @returns false if the page already had this message */
  hear(heard: ReceivedNumbers, seq: number, id: string): boolean;
  /** Registers a message that the server acknowledged. */
  stored(seq: number, id: string): void;
  /** Whether all pages have received all known messages. */
  isComplete(): boolean;
  /** Number of known messages that pages did not receive, summed over all pages. */
  lost(): number;
};

export function createDeliveryChecker(faults: DeliveryFaults): DeliveryChecker {
  const ids = new Map<number, string>();
  const pages: ReceivedNumbers[] = [];
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  /** Records the id of a number. A number must have the same message everywhere. */
  const know = (seq: number, id: string) => {
    const known = ids.get(seq);
    if (known !== undefined && known !== id) faults.disordered += 1;
    ids.set(seq, id);
    lowest = Math.min(lowest, seq);
    highest = Math.max(highest, seq);
  };
  const lostBy = ({ first, last, missing }: ReceivedNumbers) =>
    last === 0 ? ids.size : missing.size + (highest - last) + (first - lowest);
  return {
    enter: () => {
      const heard = { first: 0, last: 0, missing: new Set<number>() };
      pages.push(heard);
      return heard;
    },
    hear(heard, seq, id) {
      know(seq, id);
      if (heard.last === 0) heard.first = seq;
      else if (seq <= heard.last) {
        if (heard.missing.delete(seq)) faults.disordered += 1;
        else {
          faults.doubled += 1;
          return false;
        }
        return true;
      } else for (let n = heard.last + 1; n < seq; n++) heard.missing.add(n);
      heard.last = seq;
      return true;
    },
    stored: know,
    isComplete: () => pages.every(heard => lostBy(heard) === 0),
    lost: () => pages.reduce((sum, heard) => sum + lostBy(heard), 0),
  };
}
