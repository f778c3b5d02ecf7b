/** The dot under the mouse, only while the replay rests: a moving dot cannot be hit on purpose. */
import { type PointerEvent, useState } from 'react';
import type { ReplayPlayer } from './replay-player.ts';

/** Farthest distance from the pointer in px. */
const reach = 7;

export type PointedDot = { caseIndex: number; x: number; y: number };

/**
 * Returns the nearest single case within reach of a point, otherwise null. A dot that stands for a bundle is no single
 * case.
 */
function dotAt(player: ReplayPlayer, x: number, y: number, now: number): PointedDot | null {
  let found: PointedDot | null = null;
  let nearest = reach;
  player.scene().visit(now, (dotX, dotY, caseIndex, _flying, bundle) => {
    const distance = Math.hypot(dotX - x, dotY - y);
    if (bundle > 1 || distance >= nearest) return;
    nearest = distance;
    found = { caseIndex, x: dotX, y: dotY };
  });
  return found;
}

/** Position of a pointer within an element, in px. */
export function pointerPositionIn({
  currentTarget,
  clientX,
  clientY,
}: {
  currentTarget: Element;
  clientX: number;
  clientY: number;
}) {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

export function useDotUnderPointer(player: ReplayPlayer) {
  const [dot, setDot] = useState<PointedDot | null>(null);
  return {
    dot,
    clear: () => setDot(null),
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = pointerPositionIn(event);
      // All dots rest, so any late time gives their seats.
      const next = player.head().playing ? null : dotAt(player, x, y, Number.POSITIVE_INFINITY);
      if (next?.caseIndex !== dot?.caseIndex) setDot(next);
    },
    onPointerLeave: () => setDot(null),
  };
}
