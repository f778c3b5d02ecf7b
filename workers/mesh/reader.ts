/**
 * The common shape of mesh readers: takes bytes as they arrive, hands on corners, and returns the facts at
 * the end.
 */
import { type ModelFacts, refusalOfUnfitFile } from '#events/file/check.ts';
import { createTriangleRuns, type OnTriangles } from '#events/file/triangle-runs.ts';

export type MeshFacts = Pick<ModelFacts, 'triangles' | 'box'>;

export type MeshReader = {
  /** Reads the next chunk. @throws Refusal as soon as the content is seen to be unfit */
  write(chunk: Uint8Array): void;
  /** Finishes reading. @throws Refusal if the file ends too early or holds no triangle */
  end(): MeshFacts;
};

/** Maximum number of triangles: that of a binary STL of 200 MiB. */
const trianglesMax = 4_194_302;
/** Maximum number of vertices: three for each triangle, if no corners are shared. */
const verticesMax = 3 * trianglesMax;
/** Corners of a face at most. No scanner writes more. */
const cornersMax = 10_000;

const tooMany = () => refusalOfUnfitFile('badContent', 'mesh-too-many', { max: trianglesMax });

/** Collects vertices and the faces that name them by index from 0. Splits faces into fans of triangles. */
export function createFaceCollector(onTriangles: OnTriangles) {
  let table = new Float32Array(3 * 1024);
  let vertices = 0;
  let faces = 0;
  const runs = createTriangleRuns(onTriangles);

  const corner = (index: number) => {
    runs.corner(table[3 * index] ?? 0, table[3 * index + 1] ?? 0, table[3 * index + 2] ?? 0);
  };
  return {
    vertices: () => vertices,
    /** Adds a vertex. @throws Refusal if a number is not finite */
    vertex(x: number, y: number, z: number): void {
      if (!Number.isFinite(x + y + z))
        throw refusalOfUnfitFile('badContent', 'mesh-not-finite', { corner: vertices + 1 });
      if (vertices === verticesMax) throw tooMany();
      if (3 * vertices === table.length) {
        const larger = new Float32Array(2 * table.length);
        larger.set(table);
        table = larger;
      }
      table[3 * vertices] = x;
      table[3 * vertices + 1] = y;
      table[3 * vertices + 2] = z;
      vertices += 1;
    },
    /** The first `count` of `indices` form a face. @throws Refusal if one of them is not a vertex */
    face(indices: ArrayLike<number>, count: number): void {
      faces += 1;
      for (let i = 0; i < count; i++) {
        const index = indices[i] ?? -1;
        if (!Number.isInteger(index) || index < 0 || index >= vertices)
          throw refusalOfUnfitFile('badContent', 'mesh-corner', { face: faces });
      }
      for (let i = 2; i < count; i++) {
        if (runs.triangles() === trianglesMax) throw tooMany();
        corner(indices[0] ?? 0);
        corner(indices[i - 1] ?? 0);
        corner(indices[i] ?? 0);
      }
    },
    /** Returns the facts of the mesh. @throws Refusal if there is no triangle */
    end(): MeshFacts {
      if (runs.triangles() === 0) throw refusalOfUnfitFile('badContent', 'stl-empty');
      return runs.end();
    },
  };
}
export type FaceCollector = ReturnType<typeof createFaceCollector>;

/** A buffer for the numbers of one face or record, reused for the next. */
export function createNumberBuffer() {
  const values = new Float64Array(cornersMax);
  let count = 0;
  return {
    values,
    count: () => count,
    clear() {
      count = 0;
    },
    /** Returns false if the buffer is full. */
    push(value: number): boolean {
      if (count === cornersMax) return false;
      values[count++] = value;
      return true;
    },
  };
}
