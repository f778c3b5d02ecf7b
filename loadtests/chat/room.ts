/** A conversation as the load knows it: which message has which number, and what each page has heard of it. */

/** How far one page has heard. Numbers of messages; `missing`: passed over, and not heard since. */
export type Heard = { first: number; last: number; missing: Set<number> };

export type Faults = { doubled: number; disordered: number };

export type Room = {
  /** A page that will hear. */
  enter(): Heard;
  /** @returns false where the page had this one already */
  hear(heard: Heard, seq: number, id: string): boolean;
  /** The server has said that it is stored. */
  stored(seq: number, id: string): void;
  /** All pages have heard all that anybody knows of. */
  isComplete(): boolean;
  /** Over all pages: what is known and was not heard. */
  lost(): number;
};

export function createRoom(faults: Faults): Room {
  const ids = new Map<number, string>();
  const pages: Heard[] = [];
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  /** A number is one message's, for the sender and for everybody. */
  const know = (seq: number, id: string) => {
    const known = ids.get(seq);
    if (known !== undefined && known !== id) faults.disordered += 1;
    ids.set(seq, id);
    lowest = Math.min(lowest, seq);
    highest = Math.max(highest, seq);
  };
  const lostBy = ({ first, last, missing }: Heard) =>
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
