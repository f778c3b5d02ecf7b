import { type DateValue, parseDate } from '@internationalized/date';
import { useContext, useEffect, useRef, useState } from 'react';
import {
  DateField as AriaDateField,
  DateFieldStateContext,
  DateInput,
  DateSegment,
} from 'react-aria-components/DateField';
import { I18nProvider, useLocale } from 'react-aria-components/I18nProvider';
import { useAriaFieldProps } from './aria-field.tsx';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import type { FieldProps } from './field.tsx';
import { useKitTexts } from './kit-texts.tsx';
import { clampToMonth, type DayParts, dayInWords, formatIsoDay, parseDayParts } from './typed-day.ts';
import { useTypedDay } from './useTypedDay.ts';

type Props = FieldProps & {
  /** `YYYY-MM-DD`. An impossible date is shown unchanged, with the reason. */
  value?: string | null;
  defaultValue?: string;
  /** Called when a segment is complete. An impossible date is passed as typed; the form rejects it. */
  onChange?: (value: string | null) => void;
  onBlur?: () => void;
  min?: string;
  max?: string;
  /** Called on blur with whether the date is incomplete; an incomplete date has no value. */
  onHalf?: (half: boolean) => void;
};

/**
 * Converts a date for react-aria: an impossible day becomes the last day of its month; other text becomes
 * null.
 */
function day(iso: string | null | undefined): DateValue | null {
  const parts = parseDayParts(iso);
  try {
    return parts ? parseDate(formatIsoDay(clampToMonth(parts))) : null;
  } catch {
    return null;
  }
}

/** Whether some segments are filled and others are empty. */
function isHalf(box: Element | null): boolean {
  const segments = [...(box?.querySelectorAll('[role="spinbutton"]') ?? [])];
  const empty = segments.filter(segment => segment.hasAttribute('data-placeholder')).length;
  return empty > 0 && empty < segments.length;
}

/** Restores the typed day in its segment after react-aria has replaced it. */
function RestoredDay({ impossible }: { impossible: DayParts }) {
  const state = useContext(DateFieldStateContext);
  const shown = state?.segments.find(({ type }) => type === 'day')?.text;
  useEffect(() => {
    if (state && Number(shown) !== impossible.day) state.setSegment('day', impossible.day);
  }, [state, shown, impossible]);
  return null;
}

/** A date field with segments, year first in both languages, as in tables. */
export function DateField(props: Props) {
  const { size, min, max, defaultValue } = props;
  const { locale } = useLocale();
  const texts = useKitTexts();
  const box = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState<string | null>(defaultValue ?? null);
  const value = props.value === undefined ? own : props.value;
  const { impossible, drawn, take } = useTypedDay({
    box,
    value,
    onChange: next => {
      setOwn(next);
      props.onChange?.(next);
      if (next) props.onHalf?.(false);
    },
  });
  const missing = impossible && texts.noSuchDay.replace('{{date}}', dayInWords(impossible, locale));
  const error = missing ?? props.error;
  const { root, label, notes } = useAriaFieldProps({ ...props, error });
  return (
    <I18nProvider locale={locale.startsWith('zh') ? 'zh-CN' : 'en-CA'}>
      <AriaDateField
        {...root}
        value={day(drawn)}
        minValue={day(min)}
        maxValue={day(max)}
        onChange={next => take(next ? next.toString() : null)}
        onBlur={() => {
          props.onBlur?.();
          props.onHalf?.(isHalf(box.current));
        }}
        shouldForceLeadingZeros
      >
        {label}
        <DateInput
          ref={box}
          className={cx(styles.box, styles.date, size === 'compact' && styles.compact) ?? ''}
          data-invalid={error ? '' : undefined}
        >
          {segment =>
            segment.type === 'literal' ? (
              <DateSegment segment={segment} className={styles.dash ?? ''}>
                {segment.text.trim() === '' ? ' ' : '-'}
              </DateSegment>
            ) : (
              <DateSegment segment={segment} className={styles.segment ?? ''} />
            )
          }
        </DateInput>
        {impossible && <RestoredDay impossible={impossible} />}
        {notes}
      </AriaDateField>
    </I18nProvider>
  );
}
