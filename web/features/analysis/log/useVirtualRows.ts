/**
 * Virtual list of rows of one height: which rows are in sight, and which place to keep on screen while rows are added
 * at either end.
 */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Number of rows that are drawn beyond those in sight. */
const BEYOND = 12;
/** Distance to the end, in px, at which the box counts as scrolled to it. */
const NEAR_END = 4;

export type VirtualRows = {
  /** Index of the first drawn row, and of the first row that is not drawn. */
  from: number;
  to: number;
  /** Index of the first and the last row in sight. */
  firstSeen: number;
  lastSeen: number;
  /** Number of whole rows in sight. */
  pageRows: number;
  onScroll: () => void;
  reveal: (index: number) => void;
};

type Input = {
  box: RefObject<HTMLElement | null>;
  /** Keys of all rows in order; a row that stays keeps its key. */
  keys: readonly string[];
  rowHeight: number;
  /** Whether the end stays in sight when rows are added there. */
  sticks: boolean;
};

type Held = { key: string | undefined; offset: number; isAtEnd: boolean };

export function useVirtualRows({ box, keys, rowHeight, sticks }: Input): VirtualRows {
  const [view, setView] = useState({ top: 0, height: 0 });
  const held = useRef<Held>({ key: undefined, offset: 0, isAtEnd: true });

  const measure = () => {
    const element = box.current;
    if (!element) return;
    const { scrollTop: top, clientHeight: height, scrollHeight } = element;
    const index = Math.floor(top / rowHeight);
    held.current = {
      key: keys[index],
      offset: top - index * rowHeight,
      isAtEnd: top + height >= scrollHeight - NEAR_END,
    };
    setView(before => (before.top === top && before.height === height ? before : { top, height }));
  };

  // After rows were added or dropped: moves the held row back to its place on screen, before the browser paints.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { key, offset, isAtEnd } = held.current;
    const index = key === undefined ? -1 : keys.indexOf(key);
    if (sticks && isAtEnd) element.scrollTop = element.scrollHeight;
    else if (index >= 0) element.scrollTop = index * rowHeight + offset;
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  });

  const firstSeen = Math.max(0, Math.floor(view.top / rowHeight));
  const pageRows = Math.max(1, Math.floor(view.height / rowHeight));
  const lastSeen = Math.min(keys.length - 1, firstSeen + pageRows);
  return {
    from: Math.max(0, firstSeen - BEYOND),
    to: Math.min(keys.length, lastSeen + 1 + BEYOND),
    ...{ firstSeen, lastSeen, pageRows },
    onScroll: measure,
    reveal: index => {
      const element = box.current;
      if (!element) return;
      const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight];
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop + element.clientHeight)
        element.scrollTop = bottom - element.clientHeight;
    },
  };
}
