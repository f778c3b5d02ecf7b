import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

export type DialogProps = {
  open: boolean;
  /** Asked to close: Escape, the cross, a press outside. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** The buttons at the foot; the filled one last. */
  actions?: ReactNode;
  footNote?: ReactNode;
  /** 480, 640 or 960 px. */
  size?: 'small' | 'medium' | 'large';
  /** False: only its own buttons close it. */
  dismissable?: boolean;
  onCtrlEnter?: () => void;
  role?: 'dialog' | 'alertdialog';
};

const DialogPanel = lazy(() => import('./dialog-panel.tsx'));

/** A question or a form above the page. The focus goes in, stays in, and comes back. */
export function Dialog(props: DialogProps) {
  return <LazyPanel {...props} />;
}

type DrawerProps = Omit<DialogProps, 'size' | 'role'> & {
  side?: 'start' | 'end';
  width?: number;
};

/** A dialog at the side: the list behind it stays in sight. */
export function Drawer({ side = 'end', width, ...props }: DrawerProps) {
  return <LazyPanel {...props} drawer={side} width={width} />;
}

type Opener = { was: boolean; from: HTMLElement | null };

/** Notes which element has the focus as a dialog opens; while it is open, the focus is in the dialog. */
export function noteOpener(opener: Opener, open: boolean, active: () => HTMLElement | null): void {
  if (open && !opener.was) opener.from = active();
  opener.was = open;
}

/**
 * Gives the focus back to where it was. The panel does so itself where it closes; where its owner takes it away with
 * all its code, nobody else is left to.
 */
function useFocusBack(open: boolean): void {
  const opener = useRef<Opener>({ was: false, from: null });
  // While rendering: once the panel is there, the focus is in it. The boundary: what has the focus can be given it.
  noteOpener(opener.current, open, () => globalThis.document?.activeElement as HTMLElement | null);
  useEffect(() => {
    if (!open) return;
    return () => {
      const back = () => {
        if (document.activeElement === document.body) opener.current.from?.focus();
      };
      requestAnimationFrame(() => requestAnimationFrame(back));
    };
  }, [open]);
}

function LazyPanel(props: DialogProps & { drawer?: 'start' | 'end'; width?: number }) {
  useFocusBack(props.open);
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  if (!used && !props.open) return null;
  return (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  );
}
