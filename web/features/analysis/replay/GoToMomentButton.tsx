/** Goes to a moment that is typed: a day and a time in the reader's zone. */
import { CalendarClock } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseTypedMoment, typedMomentOf } from '#web/features/past/typed-moment.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './replay.module.css';

type Props = {
  /** The moment from which the fields begin, in ms. Read when they open. */
  from: () => number;
  go: (at: number) => void;
};

export function GoToMomentButton({ from, go }: Props) {
  const { t } = useTranslation('analysis');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        ref={button}
        variant="outline"
        label={t('replay.goTo.title')}
        aria-haspopup="dialog"
        icon={<CalendarClock />}
        onPress={() => setOpen(true)}
      />
      <Popover open={open} onClose={close} triggerRef={button} label={t('replay.goTo.title')}>
        <Fields
          from={from}
          go={at => {
            close();
            go(at);
          }}
        />
      </Popover>
    </>
  );
}

function Fields({ from, go }: Props) {
  const { t } = useTranslation('analysis');
  const [{ day, time }, setTyped] = useState<{ day: string | null; time: string }>(() =>
    typedMomentOf(new Date(from()).toISOString()),
  );
  const chosen = day === null ? undefined : parseTypedMoment(day, time);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) go(Date.parse(chosen));
  };
  return (
    <form className={styles.goTo} onSubmit={submit}>
      <DateField
        size="compact"
        label={t('replay.goTo.day')}
        value={day}
        onChange={next => setTyped(before => ({ ...before, day: next }))}
      />
      <TextField
        size="compact"
        label={t('replay.goTo.time')}
        numeric
        value={time}
        maxLength={5}
        placeholder="hh:mm"
        onChange={next => setTyped(before => ({ ...before, time: next }))}
      />
      <Button type="submit" variant="primary" disabled={!chosen}>
        {t('replay.goTo.go')}
      </Button>
    </form>
  );
}
