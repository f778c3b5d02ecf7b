import { useThree } from '@react-three/fiber';
import { useEffect, useState } from 'react';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { Shapes } from '#workers/shapes/protocol.ts';
import { type Arches, createArches, type Look } from './arches.ts';

/** The plan's object for as long as its shapes are these; what it took of the graphics card is given back after. */
export function useArches(bundle: PlanBundle | null, shapes: Shapes | null, look: Look): Arches | null {
  const [arches, setArches] = useState<Arches | null>(null);
  const invalidate = useThree(state => state.invalidate);
  useEffect(() => {
    if (!bundle || !shapes) return;
    const made = createArches(bundle, shapes, look);
    setArches(made);
    invalidate();
    return () => {
      setArches(null);
      made.dispose();
    };
  }, [bundle, shapes, look, invalidate]);
  return arches;
}
