import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

type Note = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
  error?: string;
};

type Props = {
  open: boolean;
  title: ReactNode;
  children?: ReactNode;
  confirm: string;
  cancel: string;
  /** The button is busy until the returned promise settles. The caller closes the dialog. */
  onConfirm: () => unknown;
  onClose: () => void;
  danger?: boolean;
  pending?: boolean;
  disabled?: boolean;
  disabledReason?: string;
  note?: Note;
  /** Fields below the note. */
  below?: ReactNode;
  /** A word that must be typed before confirming. */
  typeToConfirm?: { label: string; word: string };
  footNote?: ReactNode;
};

/** Confirmation dialog with an explanation, and optionally a note or a word to type. Ctrl Enter confirms. */
export function ConfirmDialog(props: Props) {
  const {
    open,
    title,
    children,
    confirm,
    cancel,
    onConfirm,
    onClose,
    danger,
    disabled,
    disabledReason,
    note,
    below,
    typeToConfirm,
    footNote,
  } = props;
  const [busy, setBusy] = useState(false);
  const [word, setWord] = useState('');
  const pending = props.pending || busy;
  const wants =
    (note?.required && note.value.trim() === '') ||
    (typeToConfirm !== undefined && word !== typeToConfirm.word);
  const act = () => {
    if (pending || disabled || disabledReason || wants) return;
    const work = onConfirm();
    if (!(work instanceof Promise)) return;
    setBusy(true);
    work.finally(() => setBusy(false)).catch(() => undefined);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      onCtrlEnter={act}
      footNote={footNote}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            variant={danger ? 'dangerFilled' : 'primary'}
            pending={pending}
            disabled={disabled || wants}
            disabledReason={disabledReason}
            onPress={act}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {note && <TextArea {...note} autoFocus />}
      {below}
      {typeToConfirm && (
        <TextField label={typeToConfirm.label} value={word} onChange={setWord} autoComplete="off" autoFocus />
      )}
    </Dialog>
  );
}
