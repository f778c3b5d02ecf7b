/** The desk's hours by weekday; saved explicitly. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayHours } from '#events/desk/hours.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast.tsx';
import { timeOfDayText, timeZoneName } from './answer-time-text.ts';
import styles from './desk.module.css';
import { changeDeskHours } from './desk-commands.ts';

type Week = readonly (DayHours | null)[];

const office: DayHours = { from: 540, to: 1080 };
const halfHours = Array.from({ length: 49 }, (_, i) => i * 30);

/** Half hours, plus the current time if it is none of them. */
const timesWith = (minutes: number) =>
  [...new Set([...halfHours, minutes])]
    .sort((a, b) => a - b)
    .map(each => ({ value: String(each), label: timeOfDayText(each) }));

type DayProps = { day: string; hours: DayHours | null; onChange: (hours: DayHours | null) => void };

function Day({ day, hours, onChange }: DayProps) {
  const { t } = useTranslation('desk');
  const time = (which: 'from' | 'to') => (
    <Select
      label={t(`hours.${which}`, { day })}
      hideLabel
      size="compact"
      value={String(hours?.[which])}
      options={timesWith(hours?.[which] ?? 0)}
      onChange={value => hours && onChange({ ...hours, [which]: Number(value) })}
    />
  );
  return (
    <li className={styles.day}>
      <Switch checked={hours !== null} onChange={on => onChange(on ? office : null)}>
        {day}
      </Switch>
      {hours ? (
        <span className={styles.span}>
          {time('from')}
          <span className="t-3">{t('hours.until')}</span>
          {time('to')}
          {hours.from >= hours.to && (
            <span role="alert" className={styles.error}>
              {t('hours.wrong')}
            </span>
          )}
        </span>
      ) : (
        <span className="t-3">{t('hours.closed')}</span>
      )}
    </li>
  );
}

export function DeskHoursPanel({ week, zone }: { week: Week; zone: string }) {
  const { t } = useTranslation('desk');
  const [typed, setTyped] = useState<Week | null>(null);
  const [pending, setPending] = useState(false);
  const shown = typed ?? week;
  const changed = typed !== null && JSON.stringify(typed) !== JSON.stringify(week);
  const wrong = shown.some(hours => hours !== null && hours.from >= hours.to);
  const save = async () => {
    setPending(true);
    const done = await changeDeskHours(shown);
    setPending(false);
    if (!done.ok) return;
    setTyped(null);
    toast({ text: t('hours.saved'), tone: 'ok' });
  };
  return (
    <Panel
      title={t('hours.title')}
      note={t('hours.note', { zone: timeZoneName(t, zone) })}
      footer={
        changed && (
          <span className={styles.acts}>
            <Button
              variant="primary"
              pending={pending}
              disabledReason={wrong ? t('hours.wrong') : undefined}
              onPress={() => void save()}
            >
              {t('hours.save')}
            </Button>
            <Button onPress={() => setTyped(null)}>{t('hours.reset')}</Button>
          </span>
        )
      }
    >
      <ul className={styles.week}>
        {shown.map((hours, at) => (
          <Day
            // biome-ignore lint/suspicious/noArrayIndexKey: a weekday is identified by its number
            key={at}
            day={t(`weekday.${at}`)}
            hours={hours}
            onChange={next => setTyped(shown.map((each, i) => (i === at ? next : each)))}
          />
        ))}
      </ul>
    </Panel>
  );
}
