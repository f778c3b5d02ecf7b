import { type DateValue, parseDate } from '@internationalized/date';
import { useContext, useEffect, useRef, useState } from 'react';
import {
  DateField as AriaDateField,
  DateFieldStateContext,
  DateInput,
  DateSegment,
} from 'react-aria-components/DateField';
import { I18nProvider, useLocale } from 'react-aria-components/I18nProvider';
import { useAriaField } from './aria-field.tsx';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import type { FieldProps } from './field.tsx';
import { useKitTexts } from './kit-texts.tsx';
import { type DayParts, dayInWords, isoOf, partsOf, withinMonth } from './typed-day.ts';
import { useTypedDay } from './useTypedDay.ts';

type Props = FieldProps & {
  /** `YYYY-MM-DD`; a day that does not exist is shown as it is, with the reason. */
  value?: string | null;
  defaultValue?: string;
  /** Called once a segment is typed to its end. A day that does not exist is passed as typed, for the form to refuse. */
  onChange?: (value: string | null) => void;
  onBlur?: () => void;
  min?: string;
  max?: string;
  /** Whether the field was left with a part of a date in it, which is no value. */
  onHalf?: (half: boolean) => void;
};

/** A day for react-aria: the last one of the month where it does not exist, null where the text is no day at all. */
function day(iso: string | null | undefined): DateValue | null {
  const parts = partsOf(iso);
  try {
    return parts ? parseDate(isoOf(withinMonth(parts))) : null;
  } catch {
    return null;
  }
}

/** Some of the segments are filled, others not. */
function isHalf(box: Element | null): boolean {
  const segments = [...(box?.querySelectorAll('[role="spinbutton"]') ?? [])];
  const empty = segments.filter(segment => segment.hasAttribute('data-placeholder')).length;
  return empty > 0 && empty < segments.length;
}

/** Puts the day that was typed back into its segment, after react-aria has put another one there. */
function Kept({ impossible }: { impossible: DayParts }) {
  const state = useContext(DateFieldStateContext);
  const shown = state?.segments.find(({ type }) => type === 'day')?.text;
  useEffect(() => {
    if (state && Number(shown) !== impossible.day) state.setSegment('day', impossible.day);
  }, [state, shown, impossible]);
  return null;
}

/** A date typed in segments, year first in every language: it is read in tables that way. */
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
  const { root, label, notes } = useAriaField({ ...props, error });
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
        {impossible && <Kept impossible={impossible} />}
        {notes}
      </AriaDateField>
    </I18nProvider>
  );
}
