/** STL models for tests, valid and invalid. */
import { encodeStl, type Triangles } from '#services/seed/stl.ts';

export { encodeStl };

/** Returns the triangles of a tetrahedron with this edge, in mm: the smallest model with a volume. */
export function tetrahedronTriangles(
  edge = 10,
  at: readonly [number, number, number] = [0, 0, 0],
): Triangles {
  const corners = [
    [0, 0, 0],
    [edge, 0, 0],
    [0, edge, 0],
    [0, 0, edge],
  ].map(([x = 0, y = 0, z = 0]) => [x + at[0], y + at[1], z + at[2]]);
  const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  return Float32Array.from(faces.flatMap(i => corners[i] ?? []));
}

/** A closed wavy tube with this many triangles (rounded to whole rings): for large files. */
export function createWavyTube(count: number): Triangles {
  const around = 64;
  const rings = Math.max(1, Math.round(count / (2 * around)));
  const triangles = new Float32Array(rings * around * 18);
  const point = (ring: number, k: number) => {
    const a = (k / around) * Math.PI * 2;
    const r = 10 + Math.sin(ring / 7 + 3 * a);
    return [r * Math.cos(a), r * Math.sin(a), (ring / rings) * 40];
  };
  let at = 0;
  for (let ring = 0; ring < rings; ring++)
    for (let k = 0; k < around; k++) {
      const [a, b, c, d] = [point(ring, k), point(ring, k + 1), point(ring + 1, k + 1), point(ring + 1, k)];
      for (const corner of [a, b, c, a, c, d]) for (const v of corner) triangles[at++] = v;
    }
  return triangles;
}

export const binaryStl = (triangles: Triangles = tetrahedronTriangles(), header = 'generated for a test') =>
  encodeStl(triangles, header);

/** The model as an ASCII STL. */
export function asciiStl(
  triangles: Triangles = tetrahedronTriangles(),
  name = 'generated',
  lineBreak = '\n',
): Buffer {
  const lines = [`solid ${name}`];
  for (let i = 0; i < triangles.length; i += 9) {
    lines.push('  facet normal 0 0 0', '    outer loop');
    for (let k = 0; k < 9; k += 3)
      lines.push(`      vertex ${[...triangles.slice(i + k, i + k + 3)].join(' ')}`);
    lines.push('    endloop', '  endfacet');
  }
  return Buffer.from([...lines, `endsolid ${name}`, ''].join(lineBreak));
}

/** A model with one coordinate replaced; the default position is the first corner's x. */
export function stlWithCoordinate(
  value: number,
  at = 84 + 12,
  triangles: Triangles = tetrahedronTriangles(),
): Buffer {
  const bytes = binaryStl(triangles);
  bytes.writeFloatLE(value, at);
  return bytes;
}

/** A model whose declared triangle count differs from the real count. */
export function stlWithWrongCount(stated: number, triangles: Triangles = tetrahedronTriangles()): Buffer {
  const bytes = binaryStl(triangles);
  bytes.writeUInt32LE(stated, 80);
  return bytes;
}
