/**
 * Text fields that follow the draft directly, so that each keystroke appears at once. The rest of the page
 * (missing
 * answers, contradictions, summary) follows when React has time.
 */

import { startTransition, useCallback, useSyncExternalStore } from 'react';
import type { SectionName } from '#events/case/sections.ts';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx';
import { valueAtPath, withValueAtPath } from './fields.ts';
import { useSectionForm, useWizard } from './wizard-context.ts';

type FieldPlace = { section: SectionName; path: string };

function useTyped({ section, path }: FieldPlace, write = (text: string) => text) {
  const { draft } = useWizard();
  const { error, locked } = useSectionForm(section);
  const follow = useCallback((listener: () => void) => screenStore.sub(draft.state, listener), [draft]);
  const typedIn = () => screenStore.get(draft.state).sections[section].value;
  const read = () => {
    const found = valueAtPath(typedIn(), path);
    return typeof found === 'string' ? found : '';
  };
  const value = useSyncExternalStore(follow, read, read);
  const change = (text: string) => {
    const [field = path] = path.split('.');
    draft.change(section, { [field]: withValueAtPath(typedIn(), path, write(text))[field] });
  };
  return {
    id: fieldElementId(path),
    value,
    onChange: (text: string) => startTransition(() => change(text)),
    error: error(path),
    disabled: locked,
  };
}

type TextProps = FieldPlace &
  Omit<TextFieldProps, 'value' | 'defaultValue' | 'onChange' | 'id' | 'disabled'> & {
    /** Converts the typed text to the stored text. */
    write?: (text: string) => string;
  };

/** A single-line text field of a section. `error` overrides the field's own error. */
export function DraftTextField({ section, path, write, error, hint, ...props }: TextProps) {
  const typed = useTyped({ section, path }, write);
  const wrong = error ?? typed.error;
  // Drops a hint that the error already contains.
  const said = typeof wrong === 'string' && typeof hint === 'string' && wrong.includes(hint);
  return <TextField autoComplete="off" {...props} {...typed} hint={said ? undefined : hint} error={wrong} />;
}

type AreaProps = FieldPlace & Omit<Parameters<typeof TextArea>[0], 'value' | 'defaultValue' | 'onChange'>;

/** A multi-line text field of a section. Set `id` if the surroundings have the field's own id. */
export function DraftTextArea({ section, path, id, ...props }: AreaProps) {
  const typed = useTyped({ section, path });
  return <TextArea {...props} {...typed} id={id ?? typed.id} />;
}
