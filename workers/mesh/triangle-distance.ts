/** Distance from a point to a triangle. */

/**
 * Barycentric weights of the nearest point from the last call: v towards the second corner, w towards the
 * third.
 */
export const lastNearestPointWeights = { v: 0, w: 0 };

/**
 * Returns the squared distance from point p to a triangle. All coordinates are relative to its first corner;
 * b and c are the other two. Source: Ericson, Real-Time Collision Detection (2005), 5.1.5. Stores the nearest
 * point in `nearestPointWeights`, valid until the next call. Why a shared object: there are millions of calls, and
 * none may allocate.
 */
export function squaredDistanceToTriangle(
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  px: number,
  py: number,
  pz: number,
): number {
  const d1 = bx * px + by * py + bz * pz;
  const d2 = cx * px + cy * py + cz * pz;
  // The nearest point is v · b + w · c.
  let v = 0;
  let w = 0;
  const d3 = d1 - (bx * bx + by * by + bz * bz);
  const d4 = d2 - (bx * cx + by * cy + bz * cz);
  const d5 = d1 - (bx * cx + by * cy + bz * cz);
  const d6 = d2 - (cx * cx + cy * cy + cz * cz);
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  if (d1 <= 0 && d2 <= 0) v = 0;
  else if (d3 >= 0 && d4 <= d3) v = 1;
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) v = d1 / (d1 - d3);
  else if (d6 >= 0 && d5 <= d6) w = 1;
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) w = d2 / (d2 - d6);
  else if (va <= 0 && d4 >= d3 && d5 >= d6) {
    w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    v = 1 - w;
  } else {
    v = vb / (va + vb + vc);
    w = vc / (va + vb + vc);
  }
  lastNearestPointWeights.v = v;
  lastNearestPointWeights.w = w;
  return (px - v * bx - w * cx) ** 2 + (py - v * by - w * cy) ** 2 + (pz - v * bz - w * cz) ** 2;
}
