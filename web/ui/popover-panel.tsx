import type { ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import styles from './overlay.module.css';
import type { PopoverPlacement } from './popover.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  triggerRef: RefObject<Element | null>;
  label: string;
  placement: PopoverPlacement;
  nonModal: boolean;
  children: ReactNode;
};

export default function PopoverPanel({
  open,
  onClose,
  triggerRef,
  label,
  placement,
  nonModal,
  children,
}: Props) {
  return (
    <Popover
      isOpen={open}
      onOpenChange={next => !next && onClose()}
      triggerRef={triggerRef}
      placement={placement}
      isNonModal={nonModal}
      offset={4}
      className={styles.popover ?? ''}
    >
      <Dialog aria-label={label} className={styles.dialog ?? ''}>
        {children}
      </Dialog>
    </Popover>
  );
}
