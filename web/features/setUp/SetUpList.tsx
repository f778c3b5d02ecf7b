/** The set-up list of a new organisation's first doctor. An item is ticked once its result exists. */
import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SetUpStep } from '#events/person/set-up.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { dismissSetUp, setUpListQuery } from './set-up-queries.ts';
import styles from './setUp.module.css';

const hrefs: Readonly<Record<SetUpStep, string>> = {
  address: '/updateUser?tab=addresses',
  preferences: '/setListNew',
  assistants: '/userList',
  firstCase: '/addCase/pcEnter',
};

export function SetUpList() {
  const { t } = useTranslation('setUp');
  const { data: items } = useQuery(setUpListQuery());
  const [dismissed, setDismissed] = useState(false);
  const [pending, setPending] = useState(false);
  if (!items || dismissed || items.every(({ done }) => done)) return null;
  const dismiss = async () => {
    setPending(true);
    const sent = await dismissSetUp();
    setPending(false);
    setDismissed(sent.ok);
  };
  return (
    <Panel
      className={styles.list}
      title={t('title')}
      count={t('count', { done: items.filter(({ done }) => done).length, all: items.length })}
      action={
        <Button size="small" variant="quiet" pending={pending} onPress={() => void dismiss()}>
          {t('dismiss')}
        </Button>
      }
    >
      <ul className={styles.steps}>
        {items.map(({ id, done }) => (
          <li key={id} className={done ? styles.done : undefined}>
            {done ? (
              <Check role="img" aria-label={t('done')} />
            ) : (
              <Circle role="img" aria-label={t('open')} />
            )}
            <span>
              {done ? <b>{t(`step.${id}`)}</b> : <Link href={hrefs[id]}>{t(`step.${id}`)}</Link>}
              <span className="t-2 t-small">{t(`why.${id}`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
