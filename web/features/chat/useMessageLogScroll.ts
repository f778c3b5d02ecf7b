/**
 * Scroll position of a log that grows at both ends: the text being read stays in place; a reader at the end
 * stays at the end. Does not rely on the browser's scroll anchoring, which Safari lacks.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** Distance in px at which an end counts as reached, and at which more messages are loaded. */
const endReachedPx = 48;
const loadAheadPx = 600;

type Wish = {
  /** Any value that changes with the rendered rows. */
  rows: unknown;
  /** Whether the rendered rows end with the newest message. */
  isNewest: boolean;
  /** Key of the row to show first; null: the end. */
  first: string | null;
  onTop: () => void;
  onBottom: () => void;
  /** Called with the number of the last fully visible message, and whether the end is visible. */
  onSight: (seq: number, atEnd: boolean) => void;
};

type Anchor = { node: HTMLElement; top: number };

function anchorIn(box: HTMLElement): Anchor | null {
  const { top } = box.getBoundingClientRect();
  for (const node of box.querySelectorAll<HTMLElement>('[data-key]')) {
    const rect = node.getBoundingClientRect();
    if (rect.bottom > top) return { node, top: rect.top - top };
  }
  return null;
}

function lastInSight(box: HTMLElement): number {
  const { bottom } = box.getBoundingClientRect();
  const all = [...box.querySelectorAll<HTMLElement>('[data-seq]')];
  const last = all.findLast(node => node.getBoundingClientRect().bottom <= bottom + 8);
  return Number(last?.dataset.seq ?? 0);
}

/** Scrolls a new log to the row `first`, or to its end if there is no such row. */
function scrollToFirst(box: HTMLElement, first: string | null): void {
  const line = first === null ? null : box.querySelector<HTMLElement>(`[data-at="${first}"]`);
  const top = line && line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top === null) box.scrollTop = box.scrollHeight;
  else box.scrollTop += top - box.clientHeight / 3;
}

/** Moves the anchor back to its recorded height. */
function restoreAnchor(box: HTMLElement, { node, top }: Anchor): void {
  const now = node.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (Math.abs(now - top) >= 1) box.scrollTop += now - top;
}

/** Scrolls a message to the middle. @returns its element; null if it is not rendered */
function scrollToMessage(box: HTMLElement, seq: number): HTMLElement | null {
  const found = box.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
  if (!found) return null;
  const top = found.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += top - (box.clientHeight - found.clientHeight) / 2;
  return found;
}

/** @param onResize the window, the text field or a picture has changed its height @returns a function that stops */
function watchScroll(box: HTMLElement, onLook: () => void, onResize: () => void): () => void {
  let frame = 0;
  const onScroll = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(onLook);
  };
  const sizes = new ResizeObserver(onResize);
  sizes.observe(box);
  if (box.firstElementChild) sizes.observe(box.firstElementChild);
  box.addEventListener('scroll', onScroll, { passive: true });
  document.addEventListener('visibilitychange', onLook);
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    box.removeEventListener('scroll', onScroll);
    document.removeEventListener('visibilitychange', onLook);
  };
}

const distanceToEnd = (box: HTMLElement): number => box.scrollHeight - box.scrollTop - box.clientHeight;

export function useMessageLogScroll(box: RefObject<HTMLElement | null>, wish: Wish) {
  const latest = useRef(wish);
  latest.current = wish;
  const opened = useRef(false);
  const atEnd = useRef(true);
  const anchor = useRef<Anchor | null>(null);

  /** Records the scroll position and loads more messages near an end. */
  const look = useCallback(() => {
    const node = box.current;
    if (!node || !opened.current) return;
    const { isNewest, onTop, onBottom, onSight } = latest.current;
    const below = distanceToEnd(node);
    atEnd.current = isNewest && below < endReachedPx;
    anchor.current = anchorIn(node);
    if (node.scrollTop < loadAheadPx) onTop();
    if (!isNewest && below < loadAheadPx) onBottom();
    onSight(lastInSight(node), atEnd.current);
  }, [box]);

  /** Restores the recorded scroll position. */
  const settle = useCallback(() => {
    const node = box.current;
    if (!node) return;
    if (atEnd.current && latest.current.isNewest) node.scrollTop = node.scrollHeight;
    else if (anchor.current?.node.isConnected) restoreAnchor(node, anchor.current);
  }, [box]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the rows
  useLayoutEffect(() => {
    const node = box.current;
    if (!node?.querySelector('[data-key]')) return;
    if (opened.current) settle();
    else {
      opened.current = true;
      scrollToFirst(node, latest.current.first);
      atEnd.current = distanceToEnd(node) < endReachedPx;
    }
    look();
  }, [wish.rows, box, settle, look]);

  useEffect(() => {
    const node = box.current;
    if (!node) return;
    return watchScroll(node, look, () => {
      settle();
      look();
    });
  }, [box, look, settle]);

  return {
    toEnd: useCallback(() => {
      atEnd.current = true;
      const node = box.current;
      if (node) node.scrollTop = node.scrollHeight;
    }, [box]),
    /** Scrolls a message to the middle; null if it is not rendered. */
    show: useCallback(
      (seq: number): HTMLElement | null => {
        const found = box.current && scrollToMessage(box.current, seq);
        if (!found) return null;
        atEnd.current = false;
        look();
        return found;
      },
      [box, look],
    ),
  };
}
