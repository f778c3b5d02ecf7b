/** Writes a binary STL from triangles. */

/** Nine numbers per triangle: three corners as x, y, z. */
export type Triangles = Float32Array;

/** Returns the unit normal of a triangle; zeros if its area is zero. */
function normal(t: Triangles, at: number): [number, number, number] {
  const v = (i: number) => t[at + i] ?? 0;
  const [ax, ay, az] = [v(3) - v(0), v(4) - v(1), v(5) - v(2)];
  const [bx, by, bz] = [v(6) - v(0), v(7) - v(1), v(8) - v(2)];
  const n = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx] as const;
  const length = Math.hypot(...n) || 1;
  return [n[0] / length, n[1] / length, n[2] / length];
}

/** @param header at most 80 ASCII characters; must not begin with `solid`, which some readers take for a text file */
export function encodeStl(triangles: Triangles, header: string): Buffer {
  const count = triangles.length / 9;
  const bytes = Buffer.alloc(84 + 50 * count);
  bytes.write(header.slice(0, 80), 0, 'latin1');
  bytes.writeUInt32LE(count, 80);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let i = 0; i < count; i++) {
    const at = 84 + 50 * i;
    for (const [k, value] of normal(triangles, 9 * i).entries()) view.setFloat32(at + 4 * k, value, true);
    for (let k = 0; k < 9; k++) view.setFloat32(at + 12 + 4 * k, triangles[9 * i + k] ?? 0, true);
  }
  return bytes;
}
