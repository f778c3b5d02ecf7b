/** Who may be meant by `@` and what follows it, and the keys that choose one of them. */
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { askedAt, candidates, withName } from './mention.ts';
import type { Person } from './shape.ts';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  people: readonly Person[],
  write: (text: string) => void,
) {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const text = field.current?.value ?? '';
  const asked = caret === null ? null : askedAt(text, caret);
  const found = asked ? candidates(people, asked.word) : [];
  const chosen = Math.min(at, Math.max(0, found.length - 1));
  const close = () => setCaret(null);
  const choose = (person: Person) => {
    if (!asked) return;
    const next = withName(text, asked, person.name);
    write(next.text);
    close();
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  /** @returns whether the key was meant for the list */
  const onKey = (event: KeyboardEvent): boolean => {
    const person = found[chosen];
    if (!person || event.nativeEvent.isComposing) return false;
    const { key } = event;
    const by = steps[key];
    if (by !== undefined) setAt((chosen + by + found.length) % found.length);
    else if (key === 'Enter' || key === 'Tab') choose(person);
    else if (key === 'Escape') close();
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    ...{ id, found, chosen, choose, onKey, close },
    optionId: (i: number) => `${id}-${i}`,
    /** The caret has moved, or something was written. */
    look: () => {
      setCaret(field.current?.selectionStart ?? null);
      setAt(0);
    },
  };
}

export type Mentions = ReturnType<typeof useMentions>;
