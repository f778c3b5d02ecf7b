/**
 * Registry of the labels over the picture: tooth numbers, IPR, pins. Labels are page elements that the
 * picture moves in every frame without rendering React.
 */
import type { Vec3 } from '#events/plan/pose.ts';
import type { Fdi } from '#events/tooth/fdi.ts';

export type LabelAnchor = {
  /** One tooth, or the two of a contact, whose midpoint is used. */
  teeth: readonly Fdi[];
  /** mm from the pivot along mesial, buccal and occlusal. For two teeth, the mean of both positions. */
  at: Vec3;
  /** Position while the occlusal side faces the viewer. */
  fromAbove?: Vec3;
  /**
   * Direction in which a label moves to avoid overlap: -1 up, 1 down. Labels added first keep their place.
   */
  aside?: -1 | 1;
  /** Hidden while the buccal side faces away. */
  facing?: boolean;
};

export type LabelAnchors = {
  /** Returns a function that removes the label. */
  add(element: HTMLElement, anchor: LabelAnchor): () => void;
  all(): Iterable<readonly [HTMLElement, LabelAnchor]>;
  /**
   * Drawings between points of the picture. Each is called after every frame with a projection from plan
   * coordinates (mm) to px in the picture, null if out of sight.
   */
  frames: Set<(at: (place: Vec3) => readonly [number, number] | null) => void>;
  /** Set by the picture: renders again after a label is added. */
  onChange: () => void;
};

export function createLabelAnchorRegistry(): LabelAnchors {
  const list = new Map<HTMLElement, LabelAnchor>();
  const anchors: LabelAnchors = {
    add(element, anchor) {
      list.set(element, anchor);
      anchors.onChange();
      return () => {
        list.delete(element);
      };
    },
    all: () => list,
    frames: new Set(),
    onChange: () => undefined,
  };
  return anchors;
}
