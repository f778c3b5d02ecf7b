/** Typed arrays that are reused for each mesh. Why: allocating memory takes as long as filling it. */

type Sliceable<A> = { length: number; subarray(from: number, to: number): A };

/** Keeps one array for each use, as long as the longest one requested. */
function reusable<A extends Sliceable<A>>(make: (length: number) => A) {
  const held = new Map<string, A>();
  return (use: string, length: number): A => {
    const there = held.get(use);
    const array = there && there.length >= length ? there : make(length);
    held.set(use, array);
    return array.subarray(0, length);
  };
}

/** An array is valid until the same use requests it again. It begins with leftover values, not zeros. */
export const createArrayPool = () => ({
  u8: reusable(length => new Uint8Array(length)),
  u32: reusable(length => new Uint32Array(length)),
  i32: reusable(length => new Int32Array(length)),
  f32: reusable(length => new Float32Array(length)),
  f64: reusable(length => new Float64Array(length)),
});
export type ArrayPool = ReturnType<typeof createArrayPool>;
