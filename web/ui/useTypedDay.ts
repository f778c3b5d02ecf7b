/**
 * Separates a date field's value from its segments. Why: react-aria reports a half-typed day (`3` of 31) as a
 * value and
 * replaces an impossible day by the last day of the month. This hook reports no half-typed value, and passes
 * an
 * impossible date as typed, so that the form rejects it.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { acceptsMoreDigits, type DayParts, formatIsoDay, isExistingDay, parseDayParts } from './typed-day.ts';

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

/** Reads the date from the segments; null while a segment is empty. */
function dateInSegments(box: HTMLElement): DayParts | null {
  const [year, month, day] = ['year', 'month', 'day'].map(type => part(box, type));
  return year == null || month == null || day == null ? null : { year, month, day };
}

export function useTypedDay({ box, value, onChange }: Ports) {
  const [impossible, setImpossible] = useState<DayParts | null>(() => impossibleDate(value));
  /** Value shown in the segments; ahead of the form's value while a segment is typed. */
  const [drawn, setDrawn] = useState(value ?? null);
  const digits = useRef('');
  /** The last value passed to the form. */
  const told = useRef(value ?? null);
  /** Value held back until its segment is complete; undefined if there is none. */
  const waiting = useRef<string | null | undefined>(undefined);
  /** True while the field loses focus: react-aria then reports a value that it has guessed. */
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
    setImpossible(impossibleDate(value));
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
      const parts = dateInSegments(field);
      leaving.current = true;
      // react-aria reports its guess before the next microtask, so `take` ignores it.
      queueMicrotask(() => {
        leaving.current = false;
      });
      if (!parts) return settle();
      setImpossible(isExistingDay(parts) ? null : parts);
      setDrawn(formatIsoDay(parts));
      ports.current.tell(formatIsoDay(parts));
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
    /** Handles a value reported by react-aria. */
    take: (next: string | null) => {
      if (leaving.current) return;
      setImpossible(null);
      setDrawn(next);
      const segment = document.activeElement;
      const max = Number(segment?.getAttribute('aria-valuemax') ?? 0);
      if (next !== null && acceptsMoreDigits(digits.current, max)) waiting.current = next;
      else tell(next);
    },
  };
}

/** Returns the parts of a form value that is an impossible date. */
function impossibleDate(value: string | null | undefined): DayParts | null {
  const parts = parseDayParts(value);
  return parts && !isExistingDay(parts) ? parts : null;
}
