/** A grid of 5 mm facing the camera, to estimate sizes. */

import { extend, useFrame } from '@react-three/fiber';
import { useAtomValue } from 'jotai/react';
import { useMemo, useRef } from 'react';
import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments } from 'three';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { layerVisibilityAtoms } from '../layers.ts';

extend({ LineSegments, LineBasicMaterial });

/** mm between lines, and from the middle to the last line. */
const gridStep = 5;
const half = 60;

function lines(): BufferGeometry {
  const points: number[] = [];
  for (let at = -half; at <= half; at += gridStep)
    points.push(-half, at, 0, half, at, 0, at, -half, 0, at, half, 0);
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
}

export function FiveMillimetreGrid({ bundle }: { bundle: PlanBundle }) {
  const on = useAtomValue(layerVisibilityAtoms.grid);
  const grid = useRef<LineSegments>(null);
  const geometry = useMemo(lines, []);
  const middle = useMemo(() => {
    const heights = bundle.teeth.map(({ pivot }) => pivot[1]);
    return (Math.min(...heights) + Math.max(...heights)) / 2;
  }, [bundle]);
  useFrame(({ camera }) => grid.current?.quaternion.copy(camera.quaternion));
  if (!on) return null;
  return (
    <lineSegments ref={grid} geometry={geometry} position={[0, middle, 0]} renderOrder={2}>
      <lineBasicMaterial color="#cfe5dc" transparent opacity={0.28} depthTest={false} />
    </lineSegments>
  );
}
