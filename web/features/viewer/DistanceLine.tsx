/**
 * A measured distance over the picture: both ends, the line and the amount. The picture moves it in every
 * frame.
 */
import { useAtomValue } from 'jotai/react';
import { useEffect, useRef } from 'react';
import type { Vec3 } from '#events/plan/pose.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import type { LabelAnchors } from './label-anchors.ts';
import { measuredPointsAtom } from './layers.ts';
import styles from './marks.module.css';
import { shownStageAtom } from './viewer-state.ts';

/** px from the middle of the line to the amount, perpendicular to the line. */
const amountOffset = 20;

function setLine(svg: SVGSVGElement, [a, b = a]: readonly (readonly [number, number])[]): void {
  if (!a || !b) return;
  const ends = { x1: a[0], y1: a[1], x2: b[0], y2: b[1] };
  for (const line of svg.querySelectorAll('line'))
    for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value.toFixed(1));
  for (const [i, [x, y]] of [a, b].entries()) {
    svg.children[2 + i]?.setAttribute('cx', x.toFixed(1));
    svg.children[2 + i]?.setAttribute('cy', y.toFixed(1));
  }
}

/** Position of the amount: to the right of the line or above it. */
function amountPosition([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): string {
  const long = Math.max(1, Math.hypot(bx - ax, by - ay));
  const [across, down] = [Math.abs(by - ay) / long, -Math.abs(bx - ax) / long];
  const x = (ax + bx) / 2 + across * 1.8 * amountOffset;
  return `translate(${x.toFixed(1)}px,${((ay + by) / 2 + down * amountOffset).toFixed(1)}px) translate(-50%,-50%)`;
}

/** @param ends world coordinates, mm; a single one while the second is being chosen */
export function DistanceLine({
  anchors,
  ends,
  text,
}: {
  anchors: LabelAnchors;
  ends: readonly Vec3[];
  text: string;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const amount = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const draw = (at: (place: Vec3) => readonly [number, number] | null) => {
      if (!svg.current || !amount.current) return;
      const places = ends.map(at).filter(place => place !== null);
      const [a, b] = places;
      svg.current.style.visibility = places.length === ends.length ? 'visible' : 'hidden';
      amount.current.style.visibility = a && b ? 'visible' : 'hidden';
      setLine(svg.current, places);
      if (a && b) amount.current.style.transform = amountPosition(a, b);
    };
    anchors.frames.add(draw);
    anchors.onChange();
    return () => {
      anchors.frames.delete(draw);
    };
  }, [anchors, ends]);
  return (
    <>
      <svg ref={svg} className={styles.rule} aria-hidden="true">
        <line />
        <line />
        <circle r={5} />
        <circle r={5} />
      </svg>
      <span ref={amount} className={styles.length}>
        {text}
      </span>
    </>
  );
}

/** Distance between two points in mm; null with fewer points. */
export const distanceBetween = ([a, b]: readonly Vec3[]): number | null =>
  a && b ? Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) : null;

/** The distance that the user measures. */
export function RulerDistanceLine({ anchors }: { anchors: LabelAnchors }) {
  const places = useAtomValue(measuredPointsAtom);
  const stage = useAtomValue(shownStageAtom);
  // The teeth move with the stage, so the measurement no longer holds.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stage change ends the measurement
  useEffect(() => () => screenStore.set(measuredPointsAtom, []), [stage]);
  if (places.length === 0) return null;
  const mm = distanceBetween(places);
  return <DistanceLine anchors={anchors} ends={places} text={mm === null ? '' : `${mm.toFixed(2)} mm`} />;
}
