import { X } from 'lucide-react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { cx } from './class-names.ts';
import type { DialogProps } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { useKitTexts } from './kit-texts.tsx';
import styles from './overlay.module.css';

type Props = DialogProps & { drawer?: 'start' | 'end'; width?: number };

/**
 * Focuses a dialog as it opens, unless one of its fields has the focus. Trap: on a slow computer react-aria never
 * focused a dialog that a shortcut had opened, so that Escape did nothing.
 */
function takeFocus(dialog: HTMLElement | null): void {
  if (dialog && !dialog.contains(document.activeElement)) dialog.focus({ preventScroll: true });
}

/** The part of a dialog that needs react-aria; loaded when the first dialog opens. */
export default function DialogPanel(props: Props) {
  const {
    open,
    onClose,
    title,
    children,
    actions,
    footNote,
    size = 'small',
    dismissable = true,
    onCtrlEnter,
    role,
    drawer,
    width,
  } = props;
  const texts = useKitTexts();
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && onCtrlEnter) {
      event.preventDefault();
      // Ignores key repeats: the keys that opened the dialog may still be held.
      if (!event.repeat) onCtrlEnter();
    }
  };
  return (
    // The dialog has the initial focus, and the panel is a portal: React events from its content bubble to
    // here.
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl Enter anywhere inside is the main action
    <div style={{ display: 'contents' }} onKeyDown={onKeyDown}>
      <ModalOverlay
        isOpen={open}
        onOpenChange={next => !next && onClose()}
        isDismissable={dismissable && role !== 'alertdialog'}
        isKeyboardDismissDisabled={!dismissable}
        className={
          cx(styles.scrim, drawer && styles.drawerScrim, drawer === 'start' && styles.drawerStart) ?? ''
        }
      >
        <Modal
          className={cx(styles.modal, drawer ? styles.drawer : size !== 'small' && styles[size]) ?? ''}
          style={width ? { ['--drawer' as string]: `${width}px` } : undefined}
        >
          <AriaDialog ref={takeFocus} className={styles.dialog ?? ''} role={role ?? 'dialog'}>
            <header className={styles.head}>
              <Heading slot="title" level={2} className={styles.title ?? ''}>
                {title}
              </Heading>
              {dismissable && (
                <IconButton
                  size="small"
                  label={texts.close}
                  icon={<X aria-hidden="true" />}
                  onPress={onClose}
                />
              )}
            </header>
            <div className={styles.body}>
              <div className={styles.stack}>{children}</div>
            </div>
            {(actions || footNote) && (
              <footer className={styles.foot}>
                {footNote && <span className={styles.footNote}>{footNote}</span>}
                {actions}
              </footer>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}
