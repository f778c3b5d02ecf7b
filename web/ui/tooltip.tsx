import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from './kbd.tsx';
import styles from './tooltip.module.css';

type Placement = 'top' | 'bottom' | 'end';

const OPEN_AFTER = 450;
const CLOSE_AFTER = 120;
const GAP = 6;

type Props = {
  text: string;
  shortcut?: string;
  /** One element; it gets `aria-describedby` while the tooltip is open. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
  placement?: Placement;
  /** False if the text is already the element's accessible name. */
  describes?: boolean;
};

/**
 * A tooltip: on hover after a delay, on keyboard focus at once. Escape closes it; the pointer may move onto
 * it.
 */
export function Tooltip({ text, shortcut, children, placement = 'bottom', describes = true }: Props) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const after = (milliseconds: number, next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), milliseconds);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEscape(open, () => setOpen(false));
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const hover = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') after(open ? 0 : OPEN_AFTER, true);
    },
    onPointerLeave: () => after(CLOSE_AFTER, false),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: has no box of its own and only observes its child
    <span
      ref={anchor}
      className={styles.anchor}
      {...hover}
      onPointerDown={hide}
      onFocus={(event: FocusEvent) => {
        if (event.target.matches(':focus-visible')) after(0, true);
      }}
      onBlur={hide}
    >
      {describes && open ? cloneElement(children, { 'aria-describedby': id }) : children}
      {open &&
        createPortal(
          <Tip id={id} anchor={anchor} placement={placement} hover={hover}>
            {text}
            {shortcut && <Kbd keys={shortcut} />}
          </Tip>,
          document.body,
        )}
    </span>
  );
}

type TipProps = {
  id: string;
  anchor: React.RefObject<HTMLSpanElement | null>;
  placement: Placement;
  hover: object;
  children: React.ReactNode;
};

function Tip({ id, anchor, placement, hover, children }: TipProps) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const target = anchor.current?.firstElementChild?.getBoundingClientRect();
    if (!tip.current || !target) return;
    const size = tip.current.getBoundingClientRect();
    const { left, top } = place(placement, target, size, { width: innerWidth, height: innerHeight });
    tip.current.style.left = `${left}px`;
    tip.current.style.top = `${top}px`;
  });
  return (
    <div ref={tip} id={id} role="tooltip" className={styles.tip} {...hover}>
      {children}
    </div>
  );
}

type Box = { left: number; top: number; right: number; bottom: number; width: number; height: number };

/**
 * Position of a tooltip next to its target, 8 px from the window's edges; flips if there is no room. In px.
 */
function place(
  placement: Placement,
  target: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
) {
  const centre = target.left + (target.width - size.width) / 2;
  const above = target.top - size.height - GAP;
  const below = target.bottom + GAP;
  const fits = { top: above >= 8, bottom: below + size.height <= view.height - 8 };
  const left = placement === 'end' ? target.right + GAP : centre;
  const top =
    placement === 'end'
      ? target.top + (target.height - size.height) / 2
      : placement === 'top'
        ? fits.top
          ? above
          : below
        : fits.bottom
          ? below
          : above;
  return { left: Math.max(8, Math.min(left, view.width - size.width - 8)), top };
}

function useEscape(active: boolean, close: () => void) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [active]);
}
