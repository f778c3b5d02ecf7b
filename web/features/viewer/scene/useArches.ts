import { useThree } from '@react-three/fiber';
import { useEffect, useMemo, useState } from 'react';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { Shapes } from '#workers/shapes/protocol.ts';
import { type Arches, type ArchLook, createArches, createMaterials, disposeMaterials } from './arches.ts';

/** Creates the plan's object for these shapes, and frees its graphics memory afterwards. */
export function useArches(bundle: PlanBundle | null, shapes: Shapes | null, look: ArchLook): Arches | null {
  const [arches, setArches] = useState<Arches | null>(null);
  const invalidate = useThree(state => state.invalidate);
  const materials = useMemo(() => createMaterials(look), [look]);
  useEffect(() => () => disposeMaterials(materials), [materials]);
  useEffect(() => {
    if (!bundle || !shapes) return;
    const made = createArches(bundle, shapes, materials);
    setArches(made);
    invalidate();
    return () => {
      setArches(null);
      made.dispose();
    };
  }, [bundle, shapes, materials, invalidate]);
  return arches;
}
