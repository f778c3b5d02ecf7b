/**
 * Seats of a queue's dots in a disc: the seeds of a sunflower (Vogel's spiral). Seat 0 is the centre. Positions are
 * in units of the spacing; the seats 0 to n − 1 fill a disc with the radius √n.
 */

/** Maximum number of dots in a disc. Larger queues show bundles of cases. */
export const maxDotsPerDisc = 2000;

const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** x and y of the seats in one array: seat k is at [2k] and [2k + 1]. */
export const seatOffsets: Float32Array = (() => {
  const made = new Float32Array(2 * maxDotsPerDisc);
  for (let k = 0; k < maxDotsPerDisc; k++) {
    const distance = Math.sqrt(k + 0.5);
    made[2 * k] = distance * Math.cos(k * goldenAngle);
    made[2 * k + 1] = distance * Math.sin(k * goldenAngle);
  }
  return made;
})();

/** Neighbours in the spiral differ by one of these numbers. */
const fibonacci = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];

const distance = (a: number, b: number): number =>
  Math.hypot(
    (seatOffsets[2 * a] ?? 0) - (seatOffsets[2 * b] ?? 0),
    (seatOffsets[2 * a + 1] ?? 0) - (seatOffsets[2 * b + 1] ?? 0),
  );

/**
 * The next seat outwards from each seat. The dot there fills a free seat, and its own seat is filled in the same way,
 * up to the rim. So each dot along one arm of the spiral moves inwards by one seat, and the queue keeps its order from
 * the centre outwards.
 */
export const nextSeatOutwardsBySeat: Int32Array = Int32Array.from({ length: maxDotsPerDisc }, (_, k) => {
  const next = fibonacci.map(step => k + step).filter(seat => seat < maxDotsPerDisc);
  // The next seat is always further out, also at the rim: a chain that returned to the same seat would never end.
  return next.reduce(
    (near, seat) => (distance(k, seat) < distance(k, near) ? seat : near),
    next[0] ?? maxDotsPerDisc,
  );
});

/** Number of cases that one dot of a disc represents: 1 up to `maxDotsPerDisc` cases, then 10, 100 … */
export function casesPerDot(cases: number): number {
  let size = 1;
  while (cases > maxDotsPerDisc * size) size *= 10;
  return size;
}
