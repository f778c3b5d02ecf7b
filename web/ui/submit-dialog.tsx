import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps, Drawer } from './dialog.tsx';

type Submission = {
  cancel: ReactNode;
  confirm: ReactNode;
  variant?: 'primary' | 'danger' | 'dangerFilled';
  pending?: boolean;
  disabled?: boolean | undefined;
  /** Why the dialog cannot be submitted now; undefined if it can. */
  disabledReason?: string | undefined;
  /** Shown on the submit button. Ctrl Enter submits with and without it. */
  shortcut?: 'Ctrl ↵';
  submit: () => unknown;
};

type DrawerProps = Pick<DialogProps, 'title' | 'footNote' | 'onClose' | 'children'> & Submission;
type Props = DrawerProps & Pick<DialogProps, 'size' | 'role'>;

/** Adds the two buttons and the key to a dialog's props. */
function withSubmission(props: Props): DialogProps {
  const { cancel, confirm, variant = 'primary', submit, shortcut, ...rest } = props;
  const { pending, disabled, disabledReason, ...dialog } = rest;
  // The button ignores presses in these states. Ctrl Enter does not press the button, so it checks them too.
  const isHeld = pending || disabled || Boolean(disabledReason);
  const press = () => {
    if (!isHeld) void submit();
  };
  return {
    ...dialog,
    open: true,
    onCtrlEnter: press,
    actions: (
      <>
        <Button onPress={dialog.onClose}>{cancel}</Button>
        <Button
          variant={variant}
          pending={pending}
          disabled={disabled}
          disabledReason={disabledReason}
          shortcut={shortcut}
          onPress={press}
        >
          {confirm}
        </Button>
      </>
    ),
  };
}

/** Dialog with a form, a cancel button and a submit button. Ctrl Enter also submits. */
export const SubmitDialog = (props: Props) => <Dialog {...withSubmission(props)} />;

/** As `SubmitDialog`, but in a drawer, so that the list behind it stays visible. */
export const SubmitDrawer = (props: DrawerProps) => <Drawer {...withSubmission(props)} />;
