import { lazy, type ReactNode, type RefObject, Suspense } from 'react';

export type PopoverPlacement =
  | 'bottom'
  | 'bottom start'
  | 'bottom end'
  | 'top'
  | 'top start'
  | 'top end'
  | 'start'
  | 'end';

const Panel = lazy(() => import('./popover-panel.tsx'));

type Props = {
  open: boolean;
  onClose: () => void;
  triggerRef: RefObject<Element | null>;
  label: string;
  children: ReactNode;
  placement?: PopoverPlacement;
  nonModal?: boolean;
};

/** A small dialog next to its trigger. */
export function Popover({ placement = 'bottom start', nonModal = false, ...props }: Props) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <Panel {...props} placement={placement} nonModal={nonModal} />
    </Suspense>
  );
}
