import { useThree } from '@react-three/fiber';
import { useEffect, useMemo, useState } from 'react';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { ShadedShapes } from '#workers/shapes/protocol.ts';
import {
  type ArchLook,
  type ArchMeshes,
  createArchMaterials,
  createArchMeshes,
  disposeArchMaterials,
} from './arch-meshes.ts';

/** Creates the plan's object for these shapes, and frees its graphics memory afterwards. */
export function useArchMeshes(
  bundle: PlanBundle | null,
  shapes: ShadedShapes | null,
  look: ArchLook,
): ArchMeshes | null {
  const [arches, setArches] = useState<ArchMeshes | null>(null);
  const invalidate = useThree(state => state.invalidate);
  const materials = useMemo(() => createArchMaterials(look), [look]);
  useEffect(() => () => disposeArchMaterials(materials), [materials]);
  useEffect(() => {
    if (!bundle || !shapes) return;
    const made = createArchMeshes(bundle, shapes, materials);
    setArches(made);
    invalidate();
    return () => {
      setArches(null);
      made.dispose();
    };
  }, [bundle, shapes, materials, invalidate]);
  return arches;
}
