/** Arrays that are used again for each mesh: to ask for memory anew takes as long as to fill it. */

type Sliceable<A> = { length: number; subarray(from: number, to: number): A };

/** One array for each use, as long as the longest that was asked for. */
function reusable<A extends Sliceable<A>>(make: (length: number) => A) {
  const held = new Map<string, A>();
  return (use: string, length: number): A => {
    const there = held.get(use);
    const array = there && there.length >= length ? there : make(length);
    held.set(use, array);
    return array.subarray(0, length);
  };
}

/** What is taken for a use holds until the same use takes it again; what stands in it at first is left of before. */
export const createArrayPool = () => ({
  u8: reusable(length => new Uint8Array(length)),
  u32: reusable(length => new Uint32Array(length)),
  i32: reusable(length => new Int32Array(length)),
  f32: reusable(length => new Float32Array(length)),
  f64: reusable(length => new Float64Array(length)),
});
export type ArrayPool = ReturnType<typeof createArrayPool>;
