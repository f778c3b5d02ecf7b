/** Writes a binary STL while its triangles stream in. */
const headBytes = 84;
const triangleBytes = 50;
/** Number of triangles of one piece of the file, 3.2 MB, so that no large block of memory is needed. */
const pieceTriangles = 65_536;

/** Header text. Must not begin with `solid`, because some readers would then expect a text STL. */
const header = 'Archline: turned into STL';

/** Writes the unit normal of the triangle at `at`, zeros if it has no area. */
function putNormal(view: DataView, at: number): void {
  const c = (i: number) => view.getFloat32(at + 12 + 4 * i, true);
  const [ax, ay, az] = [c(3) - c(0), c(4) - c(1), c(5) - c(2)];
  const [bx, by, bz] = [c(6) - c(0), c(7) - c(1), c(8) - c(2)];
  const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  view.setFloat32(at, x / length, true);
  view.setFloat32(at + 4, y / length, true);
  view.setFloat32(at + 8, z / length, true);
}

export function createStlWriter() {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let view = new DataView(new ArrayBuffer(0));
  let at = 0;
  let triangles = 0;
  const triangle = (corners: Float64Array, from: number) => {
    if (at === view.byteLength) {
      const piece = new Uint8Array(pieceTriangles * triangleBytes);
      pieces.push(piece);
      view = new DataView(piece.buffer);
      at = 0;
    }
    for (let i = 0; i < 9; i++) view.setFloat32(at + 12 + 4 * i, corners[from + i] ?? 0, true);
    putNormal(view, at);
    at += triangleBytes;
  };
  return {
    /** Takes triangles from the readers. */
    add(corners: Float64Array, more: number): void {
      for (let from = 0; from < 9 * more; from += 9) triangle(corners, from);
      triangles += more;
    },
    /** Returns the file in pieces. */
    end(): Uint8Array<ArrayBuffer>[] {
      const head = new Uint8Array(headBytes);
      head.set([...header].map(c => c.charCodeAt(0)));
      new DataView(head.buffer).setUint32(80, triangles, true);
      const last = pieces.pop();
      return [head, ...pieces, ...(last ? [last.subarray(0, at)] : [])];
    },
  };
}
