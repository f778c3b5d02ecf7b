/** The ruler: a line between two places that were pressed. */
import { extend, useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import {
  BufferGeometry,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from 'three';
import { useStore } from '#web/lib/store.ts';
import { measured } from '../layers.ts';

extend({ LineSegments, LineBasicMaterial, Points, PointsMaterial });

export function Measure() {
  const points = useStore(measured);
  const invalidate = useThree(state => state.invalidate);
  const geometry = useMemo(
    () => new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points.flat(), 3)),
    [points],
  );
  useEffect(() => {
    invalidate();
    return () => geometry.dispose();
  }, [geometry, invalidate]);
  if (points.length === 0) return null;
  return (
    <>
      <points geometry={geometry} renderOrder={3}>
        <pointsMaterial color="#ffd27a" size={9} sizeAttenuation={false} depthTest={false} />
      </points>
      {points.length === 2 && (
        <lineSegments geometry={geometry} renderOrder={3}>
          <lineBasicMaterial color="#ffd27a" depthTest={false} />
        </lineSegments>
      )}
    </>
  );
}
