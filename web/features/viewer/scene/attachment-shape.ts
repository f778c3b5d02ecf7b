/**
 * Geometry of an attachment with rounded edges, in its tooth's coordinates, standing out from the face it is
 * bonded to.
 */
import { BufferAttribute, BufferGeometry, Matrix4, SphereGeometry, Vector3 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Attachment } from '#events/plan/bundle.ts';
import type { toothAxesOf } from '#events/plan/movement.ts';
import type { ToothShape } from '#workers/shapes/protocol.ts';

/** mm that it extends into the tooth, so that no gap shows on a curved face. */
const sunk = 0.9;
const rounding = 0.2;

/** Share of each side that the outer face is cut back. */
type Bevel = { left: number; right: number; bottom: number; top: number };

/** Merges corners at the same position, for smooth shading of the rounded edges. */
function welded(geometry: BufferGeometry): BufferGeometry {
  const from = geometry.getAttribute('position');
  const places = new Map<string, number>();
  const points: number[] = [];
  const index = Array.from({ length: geometry.index?.count ?? from.count }, (_, i) => {
    const v = geometry.index?.getX(i) ?? i;
    const point = [from.getX(v), from.getY(v), from.getZ(v)];
    const key = point.map(mm => mm.toFixed(4)).join();
    const at = places.get(key) ?? points.length / 3;
    if (!places.has(key)) points.push(...point);
    places.set(key, at);
    return at;
  });
  const made = new BufferGeometry();
  made.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  made.setIndex(new BufferAttribute(new Uint32Array(index), 1));
  geometry.dispose();
  return made;
}

/** A bevelled block: x mesial, y occlusal, z out of the tooth, mm from the middle of the visible part. */
function block(
  [width, height, depth]: Attachment['size'],
  { left, right, bottom, top }: Bevel,
): BufferGeometry {
  const round = Math.min(rounding, width / 3, height / 3, depth / 3);
  const geometry = welded(new RoundedBoxGeometry(width, height, depth + sunk, 2, round));
  const points = geometry.getAttribute('position');
  const [x, y] = [
    (at: number, share: number) => at * (1 - share * (left + right)) + (share * width * (left - right)) / 2,
    (at: number, share: number) => at * (1 - share * (bottom + top)) + (share * height * (bottom - top)) / 2,
  ];
  for (let i = 0; i < points.count; i++) {
    const z = points.getZ(i) - sunk / 2;
    const share = Math.max(0, Math.min(1, z / depth + 0.5));
    points.setXYZ(i, x(points.getX(i), share), y(points.getY(i), share), z);
  }
  return geometry;
}

/** An ellipsoid, one half in the tooth. */
const dome = ([width, height, depth]: Attachment['size']) =>
  welded(new SphereGeometry(0.5, 20, 14).scale(width, height, 2 * depth).translate(0, 0, -depth / 2));

const bevels: Record<Exclude<Attachment['type'], 'ellipsoid'>, Bevel> = {
  'vertical-rectangle': { left: 0.1, right: 0.1, bottom: 0.06, top: 0.06 },
  'horizontal-rectangle': { left: 0.06, right: 0.06, bottom: 0.1, top: 0.1 },
  'beveled-extrusion': { left: 0.06, right: 0.06, bottom: 0.6, top: 0.06 },
  'beveled-retention': { left: 0.06, right: 0.06, bottom: 0.06, top: 0.6 },
  rotation: { left: 0.6, right: 0.06, bottom: 0.06, top: 0.06 },
  'root-control': { left: 0.25, right: 0.25, bottom: 0.05, top: 0.05 },
};

/** Direction of the crown's face under an attachment: the weighted mean of its normals there. */
function facing(at: Vector3, out: Vector3, within: number, shape: ToothShape | undefined): Vector3 {
  const sum = new Vector3();
  const [point, normal] = [new Vector3(), new Vector3()];
  for (let v = 0; shape && v < shape.positions.length; v += 3) {
    const away = point.fromArray(shape.positions, v).sub(at).length();
    normal.fromArray(shape.normals, v);
    if (away < within && normal.dot(out) > 0.3) sum.addScaledVector(normal, within - away);
  }
  return sum.lengthSq() > 0 ? sum.normalize() : out;
}

/** Mirrors geometry for quadrants 2 and 4, whose frames are left-handed. */
function mirrored(geometry: BufferGeometry): BufferGeometry {
  geometry.scale(-1, 1, 1);
  const index = geometry.index;
  for (let i = 0; index && i < index.count; i += 3) {
    const second = index.getX(i + 1);
    index.setX(i + 1, index.getX(i + 2));
    index.setX(i + 2, second);
  }
  return geometry;
}

/** @param shape of the crown; without it, the attachment points along the tooth's buccal axis */
export function attachmentShape(
  { type, surface, at, size, turn }: Attachment,
  axes: ReturnType<typeof toothAxesOf>,
  shape: ToothShape | undefined,
): BufferGeometry {
  const [mesial, buccal, occlusal] = axes.map(([x, y, z]) => new Vector3(x, y, z)) as [
    Vector3,
    Vector3,
    Vector3,
  ];
  const middle = new Vector3()
    .addScaledVector(mesial, at[0])
    .addScaledVector(buccal, at[1])
    .addScaledVector(occlusal, at[2]);
  const side = surface === 'buccal' ? buccal.clone() : buccal.clone().negate();
  const out = facing(middle, side, Math.max(...size), shape);
  const up = occlusal.clone().addScaledVector(out, -occlusal.dot(out)).normalize();
  const across = up.clone().cross(out);
  const geometry = type === 'ellipsoid' ? dome(size) : block(size, bevels[type]);
  const made = across.dot(mesial) > 0 ? geometry : mirrored(geometry);
  made.computeVertexNormals();
  return made
    .rotateZ((turn * Math.PI) / 180)
    .applyMatrix4(new Matrix4().makeBasis(across, up, out).setPosition(middle));
}
