/** Quiet hours without tones, notifications and mail; saved explicitly. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuietHoursSetting } from '#events/notice/quiet.ts';
import { timeOfDayText, timeZoneName } from '#web/features/desk/answer-time-text.ts';
import { currentTimeZone } from '#web/lib/format.ts';
import { noticeSettingsQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './message.module.css';
import { useSaveNotificationSetting } from './useSaveNotificationSetting.ts';

const week = [0, 1, 2, 3, 4, 5, 6] as const;
const halfHours = Array.from({ length: 48 }, (_, i) => ({
  value: String(i * 30),
  label: timeOfDayText(i * 30),
}));

export function QuietHours({ quiet }: { quiet: QuietHoursSetting | null }) {
  const { t } = useTranslation(['message', 'desk']);
  const { send, pending, error, clear } = useSaveNotificationSetting(noticeSettingsQuery(), '/notice');
  const [typed, setTyped] = useState<QuietHoursSetting | null>();
  const shown = typed === undefined ? quiet : typed;
  const change = (next: QuietHoursSetting | null) => {
    clear();
    setTyped(next);
  };
  const save = async () => {
    if (!(await send('PUT', 'quiet', { quiet: shown }))) return;
    setTyped(undefined);
    toast({ text: t('message:quiet.saved'), tone: 'ok' });
  };
  const nights = (): QuietHoursSetting => ({
    from: 22 * 60,
    to: 7 * 60,
    days: week,
    zone: currentTimeZone(),
  });
  const time = (of: QuietHoursSetting, which: 'from' | 'to') => (
    <Select
      label={t(`message:quiet.${which}`)}
      size="compact"
      value={String(of[which])}
      options={halfHours}
      onChange={value => change({ ...of, [which]: Number(value) })}
    />
  );
  const day = (of: QuietHoursSetting, one: number) => {
    const on = of.days.includes(one);
    const days = on ? of.days.filter(other => other !== one) : [...of.days, one];
    return (
      <Button key={one} size="small" pressed={on} onPress={() => change({ ...of, days })}>
        {t(`desk:weekday.${one}`)}
      </Button>
    );
  };
  return (
    <Panel title={t('message:quiet.title')} note={t('message:quiet.note')}>
      <div className={styles.settings}>
        <Switch checked={shown !== null} onChange={on => change(on ? nights() : null)}>
          {t('message:quiet.on')}
        </Switch>
        {shown && (
          <>
            <div className={styles.times}>
              {time(shown, 'from')}
              {time(shown, 'to')}
            </div>
            <fieldset className={styles.days}>
              <legend>{t('message:quiet.days')}</legend>
              {week.map(one => day(shown, one))}
            </fieldset>
            <p className="t-2">
              {t(shown.from > shown.to ? 'message:quiet.overnight' : 'message:quiet.sameDay', {
                from: timeOfDayText(shown.from),
                to: timeOfDayText(shown.to),
                zone: timeZoneName(t, shown.zone),
              })}
            </p>
          </>
        )}
        {error && <p role="alert">{error}</p>}
        {typed !== undefined && (
          <div className={styles.acts}>
            <Button variant="primary" pending={pending} onPress={() => void save()}>
              {t('message:quiet.save')}
            </Button>
            <Button onPress={() => setTyped(undefined)}>{t('message:mail.cancel')}</Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
