/** A suggestion list at the caret with its keys. The text field keeps the focus. */
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { flushSync } from 'react-dom';

/** The trigger at the caret: the position of its sign (`@`, `/`), and the word after it. */
export type SuggestionQuery = { from: number; word: string };

type Wish<T> = {
  field: RefObject<HTMLTextAreaElement | null>;
  write: (text: string) => void;
  asks: (text: string, caret: number) => SuggestionQuery | null;
  matches: (word: string) => readonly T[];
  /** Returns the text with the chosen suggestion, and the new caret position. */
  put: (text: string, asked: SuggestionQuery, chosen: T) => { text: string; caret: number };
};

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

export function useSuggestions<T>({ field, write, asks, matches, put }: Wish<T>) {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const text = field.current?.value ?? '';
  const asked = caret === null ? null : asks(text, caret);
  const found = asked ? matches(asked.word) : [];
  const chosen = Math.min(at, Math.max(0, found.length - 1));
  const close = () => setCaret(null);
  const choose = (one: T) => {
    if (!asked) return;
    const next = put(text, asked, one);
    // Renders synchronously. Otherwise a key typed before the next frame arrives first, and the caret jumps back.
    flushSync(() => {
      write(next.text);
      close();
    });
    field.current?.focus();
    field.current?.setSelectionRange(next.caret, next.caret);
  };
  /** @returns whether the list has handled the key */
  const onKey = (event: KeyboardEvent): boolean => {
    const one = found[chosen];
    if (one === undefined || event.nativeEvent.isComposing) return false;
    const { key } = event;
    const by = steps[key];
    if (by !== undefined) setAt((chosen + by + found.length) % found.length);
    else if (key === 'Enter' || key === 'Tab') choose(one);
    else if (key === 'Escape') close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    id,
    found,
    chosen,
    choose,
    onKey,
    close,
    optionId: (i: number) => `${id}-${i}`,
    /** Updates the list after typing or a caret move. */
    look: () => {
      setCaret(field.current?.selectionStart ?? null);
      setAt(0);
    },
  };
}

export type SuggestionState<T> = ReturnType<typeof useSuggestions<T>>;
