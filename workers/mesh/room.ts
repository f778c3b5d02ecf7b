/** Arrays that are used again for each mesh: to ask for memory anew takes as long as to fill it. */

type Numbers<A> = { length: number; subarray(from: number, to: number): A };

/** One array for each use, as long as the longest that was asked for. */
function shelf<A extends Numbers<A>>(make: (length: number) => A) {
  const held = new Map<string, A>();
  return (use: string, length: number): A => {
    const there = held.get(use);
    const array = there && there.length >= length ? there : make(length);
    held.set(use, array);
    return array.subarray(0, length);
  };
}

/** What is taken for a use holds until the same use takes it again; what stands in it at first is left of before. */
export const createRoom = () => ({
  u8: shelf(length => new Uint8Array(length)),
  u32: shelf(length => new Uint32Array(length)),
  i32: shelf(length => new Int32Array(length)),
  f32: shelf(length => new Float32Array(length)),
  f64: shelf(length => new Float64Array(length)),
});
export type Room = ReturnType<typeof createRoom>;
