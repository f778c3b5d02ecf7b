/**
 * Words that stand at places of the picture: numbers of teeth, amounts of IPR, pins. Each is an element of the page that
 * the picture moves with every frame; nothing of the page is drawn anew for it.
 */
import type { Vec3 } from '#events/plan/pose.ts';
import type { Fdi } from '#events/tooth/fdi.ts';

export type Anchor = {
  /** One tooth, or the two of a contact: half way between them. */
  teeth: readonly Fdi[];
  /** mm from the pivot along mesial, buccal and occlusal; between two teeth along the first one's. */
  at: Vec3;
  /** Where it stands while the biting side faces who looks. */
  fromAbove?: Vec3;
  /** Steps aside, out of the arch, where it would cover another such: -1 upwards, 1 downwards. Named front to back. */
  aside?: -1 | 1;
  /** Hidden while the cheek's side is turned away. */
  facing?: boolean;
};

export type Anchors = {
  /** @returns how to take it away */
  add(element: HTMLElement, anchor: Anchor): () => void;
  all(): Iterable<readonly [HTMLElement, Anchor]>;
  /**
   * What is drawn between places of the picture. Each is told after every frame how a place of the plan, mm, comes to
   * one of the page, px in the picture; null where it is out of sight.
   */
  frames: Set<(at: (place: Vec3) => readonly [number, number] | null) => void>;
  /** Set by the picture: draws once more, where an anchor came or went. */
  onChange: () => void;
};

export function createAnchors(): Anchors {
  const list = new Map<HTMLElement, Anchor>();
  const anchors: Anchors = {
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
