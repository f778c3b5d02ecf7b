/** Vertices sorted into small cubes, by tables whose room is used again. */

/** A place of a table that nothing is in; a vertex of no cube. */
export const none = 0xffffffff;

export const hashOf = (x: number, y: number, z: number): number => {
  const hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
  return hash ^ (hash >>> 15);
};

/** Room that is used again for each mesh: to ask for it anew takes as long as to fill it. */
export function createRoom() {
  let [numbers, signed] = [new Uint32Array(0), new Int32Array(0)];
  let sums = new Float64Array(0);
  return {
    /** The first of them filled with `value`; for one use at a time. */
    table(length: number, value: number): Uint32Array {
      if (numbers.length < length) numbers = new Uint32Array(length);
      return numbers.subarray(0, length).fill(value);
    },
    places(length: number): Int32Array {
      if (signed.length < length) signed = new Int32Array(length);
      return signed.subarray(0, length);
    },
    sums(length: number): Float64Array {
      if (sums.length < length) sums = new Float64Array(length);
      return sums.subarray(0, length).fill(0);
    },
  };
}
export type Room = ReturnType<typeof createRoom>;

/** At least twice as many as are kept in it, so that a search is short. */
export const tableOf = (room: Room, count: number) =>
  room.table(1 << Math.max(4, Math.ceil(Math.log2(2 * count + 1))), none);

/** The cube of each vertex, numbered as they come, and how many there are. */
export function cubesOf(positions: Float32Array, size: number, room: Room) {
  const cube = new Uint32Array(positions.length / 3);
  const table = tableOf(room, cube.length);
  const mask = table.length - 1;
  const places = room.places(positions.length);
  let cubes = 0;
  for (let v = 0, i = 0; v < cube.length; v++, i += 3) {
    const x = Math.floor((positions[i] as number) / size);
    const y = Math.floor((positions[i + 1] as number) / size);
    const z = Math.floor((positions[i + 2] as number) / size);
    let at = hashOf(x, y, z) & mask;
    for (; table[at] !== none; at = (at + 1) & mask) {
      const p = 3 * (table[at] as number);
      if (places[p] === x && places[p + 1] === y && places[p + 2] === z) break;
    }
    if (table[at] === none) {
      places[3 * cubes] = x;
      places[3 * cubes + 1] = y;
      places[3 * cubes + 2] = z;
      table[at] = cubes++;
    }
    cube[v] = table[at] as number;
  }
  return { cube, cubes };
}
