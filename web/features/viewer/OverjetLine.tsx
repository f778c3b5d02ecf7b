/**
 * The overjet in its view: a level line from the upper incisor's edge to above or below the lower one's, with
 * its amount.
 */
import { useAtomValue } from 'jotai/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vec3 } from '#events/plan/pose.ts';
import { DistanceLine, distanceBetween } from './DistanceLine.tsx';
import type { LabelAnchors } from './label-anchors.ts';
import { player } from './player.ts';
import { shownViewAtom } from './view-state.ts';
import { shownStageAtom } from './viewer-state.ts';

/** Both ends of the line at each stage, world coordinates, mm. */
export type OverjetEnds = readonly (readonly [Vec3, Vec3])[];

export function OverjetLine({ anchors, jet }: { anchors: LabelAnchors; jet: OverjetEnds }) {
  const { t } = useTranslation('viewer');
  const stage = useAtomValue(shownStageAtom);
  const playing = useAtomValue(player.playing);
  const view = useAtomValue(shownViewAtom);
  const ends = jet[Math.min(stage, jet.length - 1)];
  const shown = useMemo(() => ends ?? [], [ends]);
  const mm = distanceBetween(shown);
  // While the plan plays, the teeth are not at the stage that was measured.
  if (view !== 'overjet' || playing || !ends || mm === null) return null;
  const value = ends[0][2] < ends[1][2] ? -mm : mm;
  return (
    <DistanceLine
      anchors={anchors}
      ends={shown}
      text={t('overjetIs', { mm: value.toFixed(1).replace('-', '\u2212') })}
    />
  );
}
