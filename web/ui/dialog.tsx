import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

export type DialogProps = {
  open: boolean;
  /** Called on Escape, the close button, or a press outside. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom; the filled button last. */
  actions?: ReactNode;
  footNote?: ReactNode;
  /** 480, 640 or 960 px. */
  size?: 'small' | 'medium' | 'large';
  /** False: only the dialog's own buttons close it. */
  dismissable?: boolean;
  onCtrlEnter?: () => void;
  role?: 'dialog' | 'alertdialog';
};

const DialogPanel = lazy(() => import('./dialog-panel.tsx'));

/** A modal dialog. Takes the focus, traps it, and returns it on close. */
export function Dialog(props: DialogProps) {
  return <LazyPanel {...props} />;
}

type DrawerProps = Omit<DialogProps, 'size' | 'role'> & {
  side?: 'start' | 'end';
  width?: number;
};

/** A dialog at the side, so that the list behind it stays visible. */
export function Drawer({ side = 'end', width, ...props }: DrawerProps) {
  return <LazyPanel {...props} drawer={side} width={width} />;
}

type Opener = { was: boolean; from: HTMLElement | null };

/** Records the focused element when a dialog opens; later renders see the focus inside the dialog. */
export function recordOpener(opener: Opener, open: boolean, active: () => HTMLElement | null): void {
  if (open && !opener.was) opener.from = active();
  opener.was = open;
}

/**
 * Returns the focus on close. Why: the panel does so only if it closes itself, not if its owner unmounts it.
 */
function useFocusBack(open: boolean): void {
  const opener = useRef<Opener>({ was: false, from: null });
  // Runs during render: after mounting, the panel has the focus. Cast at the boundary: the active element is
  // focusable.
  recordOpener(opener.current, open, () => globalThis.document?.activeElement as HTMLElement | null);
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
