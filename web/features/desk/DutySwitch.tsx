/** Switch for this person's duty at the desk, with the number of people on duty. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskSettingsQuery } from '#web/lib/chat-queries.ts';
import { dayOf, formatMoment, timeOf } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { Switch } from '#web/ui/switch.tsx';
import styles from './desk.module.css';
import { switchDuty } from './desk-commands.ts';

export function DutySwitch() {
  const { t } = useTranslation('desk');
  const { data } = useQuery(deskSettingsQuery());
  const now = useNow();
  const [wanted, setWanted] = useState<boolean | null>(null);
  if (!data) return null;
  const { mine, onDuty, duty, may } = data;
  const change = async (on: boolean) => {
    setWanted(on);
    await switchDuty(on);
    setWanted(null);
  };
  const since = mine && (dayOf(mine) === dayOf(now) ? timeOf(mine) : formatMoment(mine));
  const names = duty?.map(({ person }) => person.name).join(', ');
  return (
    <div className={styles.duty}>
      {may.duty && (
        <Switch
          checked={wanted ?? mine !== null}
          onChange={on => void change(on)}
          hint={since ? t('duty.since', { time: since }) : t('duty.hint')}
        >
          {t('duty.switch')}
        </Switch>
      )}
      <span className="t-small t-3" title={names || undefined}>
        {onDuty > 0 ? t('duty.others', { count: onDuty }) : t('duty.nobody')}
      </span>
    </div>
  );
}
