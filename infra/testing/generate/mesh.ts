/** OBJ and PLY models for tests. Each triangle has its own corners, as the formats allow. */
import type { Triangles } from '#services/seed/stl.ts';
import { tetrahedronTriangles } from './stl.ts';

const cornersOf = (triangles: Triangles): number[][] =>
  Array.from({ length: triangles.length / 3 }, (_v, i) => [...triangles.slice(3 * i, 3 * i + 3)]);

export function createObj(triangles: Triangles = tetrahedronTriangles(), lineBreak = '\n'): Buffer {
  const corners = cornersOf(triangles);
  const faces = Array.from({ length: corners.length / 3 }, (_v, i) => [3 * i + 1, 3 * i + 2, 3 * i + 3]);
  const lines = [
    '# made for a test',
    ...corners.map(c => `v ${c.join(' ')} 0.5 0.5 0.5`),
    'vn 0 0 1',
    ...faces.map(f => `f ${f.map(i => `${i}//1`).join(' ')}`),
  ];
  return Buffer.from(lines.join(lineBreak));
}

export type PlyEncoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/** A PLY with a colour for each vertex and an unused edge element, as scanners write them. */
export function createPly(
  encoding: PlyEncoding,
  triangles: Triangles = tetrahedronTriangles(),
  lineBreak = '\n',
): Buffer {
  const corners = cornersOf(triangles);
  const header = [
    'ply',
    `format ${encoding} 1.0`,
    'comment made for a test',
    `element vertex ${corners.length}`,
    ...['x', 'y', 'z'].map(axis => `property float ${axis}`),
    'property uchar red',
    'element edge 1',
    'property int vertex1',
    `element face ${corners.length / 3}`,
    'property list uchar int vertex_indices',
    'end_header',
    '',
  ].join(lineBreak);
  if (encoding === 'ascii') {
    const faces = Array.from(
      { length: corners.length / 3 },
      (_v, i) => `3 ${3 * i} ${3 * i + 1} ${3 * i + 2}`,
    );
    return Buffer.from(
      header + [...corners.map(c => `${c.join(' ')} 128`), '0', ...faces, ''].join(lineBreak),
    );
  }
  const little = encoding === 'binary_little_endian';
  const body = new DataView(new ArrayBuffer(13 * corners.length + 4 + (13 * corners.length) / 3));
  let at = 0;
  for (const corner of corners) {
    for (const [k, value] of corner.entries()) body.setFloat32(at + 4 * k, value, little);
    body.setUint8(at + 12, 128);
    at += 13;
  }
  at += 4;
  for (let i = 0; i < corners.length; i += 3) {
    body.setUint8(at, 3);
    for (let k = 0; k < 3; k++) body.setInt32(at + 1 + 4 * k, i + k, little);
    at += 13;
  }
  return Buffer.concat([Buffer.from(header), Buffer.from(body.buffer)]);
}
