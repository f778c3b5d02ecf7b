/**
 * Labels over the picture: tooth numbers, IPR due, pins, other reviewers' pointers. The picture updates their
 * positions in every frame.
 */
import { useAtomValue } from 'jotai/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import { archOf, type Fdi, parseContact, positionFromMidline } from '#events/tooth/fdi.ts';
import { otherReviewersAtom } from '#web/lib/live-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { RulerDistanceLine } from './DistanceLine.tsx';
import type { LabelAnchor, LabelAnchors } from './label-anchors.ts';
import { layerVisibilityAtoms, shownLayersAtom } from './layers.ts';
import styles from './marks.module.css';
import { type OverjetEnds, OverjetLine } from './OverjetLine.tsx';
import {
  chosenToothAtom,
  openPinIdAtom,
  type PicturePin,
  picturePinsAtom,
  type ReviewerPointer,
  replayedPointersAtom,
  shownStageAtom,
} from './viewer-state.ts';

function useAnchor<E extends HTMLElement>(anchors: LabelAnchors, anchor: LabelAnchor, key: string) {
  const element = useRef<E>(null);
  const latest = useRef(anchor);
  latest.current = anchor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the anchor
  useEffect(() => {
    const it = element.current;
    return it ? anchors.add(it, latest.current) : undefined;
  }, [anchors, key]);
  return element;
}

function Number_({
  anchors,
  tooth,
  chosen,
  differs,
}: {
  anchors: LabelAnchors;
  tooth: LabelAnchor['teeth'][number];
  chosen: boolean;
  differs: boolean;
}) {
  const element = useAnchor<HTMLSpanElement>(
    anchors,
    {
      teeth: [tooth],
      at: [0, 2.5, -12],
      fromAbove: [0, 0, 6],
      facing: true,
      aside: archOf(tooth) === 'upper' ? -1 : 1,
    },
    String(tooth),
  );
  return (
    <span
      ref={element}
      className={styles.number}
      data-chosen={chosen ? '' : undefined}
      data-differs={differs ? '' : undefined}
    >
      {tooth}
    </span>
  );
}

function Amount({ anchors, contact, mm }: { anchors: LabelAnchors; contact: string; mm: number }) {
  const teeth = parseContact(contact) ?? [];
  const element = useAnchor<HTMLSpanElement>(
    anchors,
    {
      teeth,
      at: [0, 3, -6],
      fromAbove: [0, 6, 5],
      facing: true,
      aside: archOf(teeth[0] ?? 11) === 'upper' ? -1 : 1,
    },
    contact,
  );
  return (
    <span ref={element} className={styles.amount}>
      {mm}
    </span>
  );
}

function PinMark({ anchors, id, number, tooth, at }: { anchors: LabelAnchors } & PicturePin) {
  const { t } = useTranslation('viewer');
  const open = useAtomValue(openPinIdAtom) === id;
  const element = useAnchor<HTMLButtonElement>(anchors, { teeth: [tooth], at }, `${id} ${at.join()}`);
  return (
    <button
      ref={element}
      type="button"
      className={styles.pin}
      aria-label={t('pin', { number, tooth })}
      aria-expanded={open}
      onClick={() => screenStore.set(openPinIdAtom, open ? null : id)}
    >
      {number}
    </button>
  );
}

/** Another reviewer's pointer on its tooth, visible from any side. */
function FingerMark({ anchors, name, stage, tooth, at }: { anchors: LabelAnchors } & ReviewerPointer) {
  const { t } = useTranslation('viewer');
  const element = useAnchor<HTMLSpanElement>(anchors, { teeth: [tooth], at }, `${tooth} ${at.join()}`);
  return (
    <span ref={element} className={styles.finger} aria-hidden="true">
      {t('live.finger', { name, stage })}
    </span>
  );
}

/** Front teeth first: their numbers have priority where labels overlap. */
const fromTheFront = (bundle: PlanBundle): Fdi[] =>
  bundle.teeth.map(({ fdi }) => fdi).toSorted((a, b) => positionFromMidline(a) - positionFromMidline(b));

/** Tooth numbers in the picture of the other plan, in a comparison of two plans. That picture has no other labels. */
export function OtherPlanNumbers({ bundle, anchors }: { bundle: PlanBundle; anchors: LabelAnchors }) {
  const on = useAtomValue(layerVisibilityAtoms.numbers);
  if (!on) return null;
  return (
    <div className={styles.marks}>
      {fromTheFront(bundle).map(fdi => (
        <Number_ key={fdi} anchors={anchors} tooth={fdi} chosen={false} differs={false} />
      ))}
    </div>
  );
}

export function PictureLabels({
  bundle,
  anchors,
  list,
  version,
  differing,
  jet,
}: {
  bundle: PlanBundle;
  anchors: LabelAnchors;
  /** List and number of the displayed version; undefined for other plans. */
  list: VersionListName | undefined;
  version: number | undefined;
  /** Teeth that differ from the compared version. */
  differing: readonly Fdi[];
  jet: OverjetEnds | undefined;
}) {
  const layers = useAtomValue(shownLayersAtom);
  const stage = useAtomValue(shownStageAtom);
  const chosen = useAtomValue(chosenToothAtom);
  const pinned = useAtomValue(picturePinsAtom);
  const others = useAtomValue(otherReviewersAtom).filter(
    ({ here }) => here.list === list && here.version === version,
  );
  const pointing: readonly ReviewerPointer[] = [
    ...others.flatMap(({ id, name, here: { stage: at, pointer } }) =>
      pointer ? [{ id, name, stage: Math.round(at), ...pointer }] : [],
    ),
    ...useAtomValue(replayedPointersAtom).map(finger => ({ ...finger, id: `replayed ${finger.id}` })),
  ];
  return (
    <div className={styles.marks}>
      {fromTheFront(bundle)
        .filter(fdi => layers.numbers || differing.includes(fdi))
        .map(fdi => (
          <Number_
            key={fdi}
            anchors={anchors}
            tooth={fdi}
            chosen={fdi === chosen}
            differs={differing.includes(fdi)}
          />
        ))}
      {layers.ipr &&
        bundle.ipr
          .filter(({ before }) => before === stage)
          .map(({ contact, mm }) => <Amount key={contact} anchors={anchors} contact={contact} mm={mm} />)}
      {jet && <OverjetLine anchors={anchors} jet={jet} />}
      <RulerDistanceLine anchors={anchors} />
      {pointing.map(finger => (
        <FingerMark key={finger.id} anchors={anchors} {...finger} />
      ))}
      {pinned.map(pin => (
        <PinMark key={pin.id} anchors={anchors} {...pin} />
      ))}
    </div>
  );
}
