/**
 * Keeps a date field's value apart from its segments. react-aria calls `3` of a day that becomes 31 a value, and puts
 * the last day of the month in the place of a day that does not exist. Here a half-typed segment is no value, and a
 * day that does not exist is given on as it was typed, for the form to refuse.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type DayParts, exists, goesOn, isoOf, partsOf } from './typed-day.ts';

type Ports = {
  box: RefObject<HTMLElement | null>;
  value: string | null | undefined;
  onChange: ((value: string | null) => void) | undefined;
};

const part = (box: HTMLElement, type: string): number | null => {
  const segment = box.querySelector(`[data-type="${type}"]`);
  if (!segment || segment.hasAttribute('data-placeholder')) return null;
  return Number(segment.getAttribute('aria-valuenow'));
};

/** The day in the segments; null while one of them is empty. */
function shown(box: HTMLElement): DayParts | null {
  const [year, month, day] = ['year', 'month', 'day'].map(type => part(box, type));
  return year == null || month == null || day == null ? null : { year, month, day };
}

export function useTypedDay({ box, value, onChange }: Ports) {
  const [impossible, setImpossible] = useState<DayParts | null>(() => refused(value));
  /** The value that the segments draw; ahead of the form's while a segment is typed. */
  const [drawn, setDrawn] = useState(value ?? null);
  const digits = useRef('');
  /** The value that the form got last. */
  const told = useRef(value ?? null);
  /** A value that waits until its segment is typed to its end; undefined where none does. */
  const waiting = useRef<string | null | undefined>(undefined);
  /** The field is being left: what react-aria says then is its own guess. */
  const leaving = useRef(false);
  const tell = (next: string | null) => {
    waiting.current = undefined;
    if (next === told.current) return;
    told.current = next;
    onChange?.(next);
  };
  const ports = useRef({ tell });
  ports.current = { tell };
  useEffect(() => {
    if (value === undefined || value === told.current) return;
    told.current = value;
    setImpossible(refused(value));
    setDrawn(value);
  }, [value]);
  useEffect(() => {
    const field = box.current;
    if (!field) return;
    const typing = (event: InputEvent) => {
      digits.current = /^\d+$/.test(event.data ?? '') ? digits.current + event.data : '';
    };
    const settle = () => {
      digits.current = '';
      if (waiting.current !== undefined) ports.current.tell(waiting.current);
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.ctrlKey || event.metaKey) settle();
      else if (!/^\d$/.test(event.key)) digits.current = '';
    };
    const left = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && field.contains(event.relatedTarget)) return settle();
      digits.current = '';
      const parts = shown(field);
      leaving.current = true;
      // react-aria answers within this turn.
      queueMicrotask(() => {
        leaving.current = false;
      });
      if (!parts) return settle();
      setImpossible(exists(parts) ? null : parts);
      setDrawn(isoOf(parts));
      ports.current.tell(isoOf(parts));
    };
    field.addEventListener('beforeinput', typing, true);
    field.addEventListener('keydown', pressed, true);
    field.addEventListener('focusout', left, true);
    return () => {
      field.removeEventListener('beforeinput', typing, true);
      field.removeEventListener('keydown', pressed, true);
      field.removeEventListener('focusout', left, true);
    };
  }, [box]);
  return {
    impossible,
    drawn,
    /** Takes what react-aria says of the segments. */
    take: (next: string | null) => {
      if (leaving.current) return;
      setImpossible(null);
      setDrawn(next);
      const segment = document.activeElement;
      const max = Number(segment?.getAttribute('aria-valuemax') ?? 0);
      if (next !== null && goesOn(digits.current, max)) waiting.current = next;
      else tell(next);
    },
  };
}

/** A day that a form holds although it does not exist. */
function refused(value: string | null | undefined): DayParts | null {
  const parts = partsOf(value);
  return parts && !exists(parts) ? parts : null;
}
