/**
 * Fields that are typed into key by key. Each follows the draft by itself, so that a key is seen at once; the rest of
 * the page (what is missing, what contradicts, the words) follows when there is time between two keys.
 */

import { startTransition, useCallback, useSyncExternalStore } from 'react';
import type { SectionName } from '#events/case/sections.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx';
import { useSection, useWizard } from './context.ts';
import { partAt, withPart } from './fields.ts';
import { fieldId } from './steps.ts';

type Where = { section: SectionName; path: string };

function useTyped({ section, path }: Where, write = (text: string) => text) {
  const { draft } = useWizard();
  const { error, locked } = useSection(section);
  const follow = useCallback((listener: () => void) => screenStore.sub(draft.state, listener), [draft]);
  const typedIn = () => screenStore.get(draft.state).sections[section].value;
  const read = () => {
    const found = partAt(typedIn(), path);
    return typeof found === 'string' ? found : '';
  };
  const value = useSyncExternalStore(follow, read, read);
  const change = (text: string) => {
    const [field = path] = path.split('.');
    draft.change(section, { [field]: withPart(typedIn(), path, write(text))[field] });
  };
  return {
    id: fieldId(path),
    value,
    onChange: (text: string) => startTransition(() => change(text)),
    error: error(path),
    disabled: locked,
  };
}

type TextProps = Where &
  Omit<TextFieldProps, 'value' | 'defaultValue' | 'onChange' | 'id' | 'disabled'> & {
    /** What is kept of what is typed. */
    write?: (text: string) => string;
  };

/** A line of text of a section. `error` stands before the field's own. */
export function TypedText({ section, path, write, error, hint, ...props }: TextProps) {
  const typed = useTyped({ section, path }, write);
  const wrong = error ?? typed.error;
  // An error that says what the hint says stands for both.
  const said = typeof wrong === 'string' && typeof hint === 'string' && wrong.includes(hint);
  return <TextField autoComplete="off" {...props} {...typed} hint={said ? undefined : hint} error={wrong} />;
}

type AreaProps = Where & Omit<Parameters<typeof TextArea>[0], 'value' | 'defaultValue' | 'onChange'>;

/** Lines of text of a section. `id` where the place around it has the field's own. */
export function TypedArea({ section, path, id, ...props }: AreaProps) {
  const typed = useTyped({ section, path });
  return <TextArea {...props} {...typed} id={id ?? typed.id} />;
}
