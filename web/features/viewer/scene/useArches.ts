import { useThree } from '@react-three/fiber';
import { useEffect, useMemo, useState } from 'react';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { Shapes } from '#workers/shapes/protocol.ts';
import { type Arches, createArches, createMaterials, disposeMaterials, type Look } from './arches.ts';

/** The plan's object for as long as its shapes are these; what it took of the graphics card is given back after. */
export function useArches(bundle: PlanBundle | null, shapes: Shapes | null, look: Look): Arches | null {
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
