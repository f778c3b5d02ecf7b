/**
 * Reads vertices and faces of Wavefront OBJ. Ignores normals, textures, colours, materials, groups, lines and
 * points.
 */

import { parseStlNumber } from '#events/file/stl-number.ts';
import type { OnTriangles } from '#events/file/triangle-runs.ts';
import { createFaceCollector, createNumberBuffer, type MeshReader } from './reader.ts';
import { createLineReader, createSyntaxRefusal, findWordEnd, findWordStart } from './text-lines.ts';

const [v, f, slash, minus, backslash] = [118, 102, 47, 45, 92];

/** Returns the vertex index, from 0, of a face's word `7`, `7/1`, `7//3` or `-1`; −1 if it is malformed. */
function vertexOf(bytes: Uint8Array, from: number, to: number, vertices: number): number {
  const backwards = bytes[from] === minus;
  let value = 0;
  let at = backwards ? from + 1 : from;
  for (; at < to && bytes[at] !== slash; at++) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  if (value === 0) return -1;
  return backwards ? vertices - value : value - 1;
}

export function createObjReader(onTriangles: OnTriangles): MeshReader {
  const faces = createFaceCollector(onTriangles);
  const numbers = createNumberBuffer();

  const coordinate = (bytes: Uint8Array, from: number, to: number, line: number) => {
    const value = parseStlNumber(bytes, from, to);
    if (value === 'malformed') throw createSyntaxRefusal(line);
    return value;
  };
  /** A face continued on the next line keeps its corners so far. */
  let open = false;
  const face = (bytes: Uint8Array, from: number, to: number, line: number) => {
    const goesOn = bytes[to - 1] === backslash;
    const last = goesOn ? to - 1 : to;
    for (let at = findWordStart(bytes, from, last); at < last; ) {
      const end = findWordEnd(bytes, at, last);
      if (!numbers.push(vertexOf(bytes, at, end, faces.vertices()))) throw createSyntaxRefusal(line);
      at = findWordStart(bytes, end, last);
    }
    open = goesOn;
    if (open) return;
    faces.face(numbers.values, numbers.count());
    numbers.clear();
  };
  const vertex = (bytes: Uint8Array, from: number, to: number, line: number) => {
    let at = from;
    for (let axis = 0; axis < 3; axis++) {
      at = findWordStart(bytes, at, to);
      const end = findWordEnd(bytes, at, to);
      if (end === at) throw createSyntaxRefusal(line);
      numbers.push(coordinate(bytes, at, end, line));
      at = end;
    }
    const [x = 0, y = 0, z = 0] = numbers.values;
    numbers.clear();
    faces.vertex(x, y, z);
  };
  const lines = createLineReader((bytes, from, to, line) => {
    if (open) return face(bytes, from, to, line);
    const start = findWordStart(bytes, from, to);
    const end = findWordEnd(bytes, start, to);
    if (end - start !== 1) return;
    if (bytes[start] === v) vertex(bytes, end, to, line);
    else if (bytes[start] === f) face(bytes, end, to, line);
  });
  return {
    write: lines.write,
    end() {
      lines.end();
      return faces.end();
    },
  };
}
