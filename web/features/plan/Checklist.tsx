/** What a reviewer looks at first, to be ticked off; it is this person's own and is kept while the page is open. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './plan.module.css';

const points = [
  'models',
  'midline',
  'canine',
  'molar',
  'overjet',
  'archForm',
  'ipr',
  'attachments',
  'contacts',
] as const;

export function Checklist() {
  const { t } = useTranslation('review');
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const tick = (point: string, on: boolean) =>
    setDone(before => {
      const next = new Set(before);
      if (on) next.add(point);
      else next.delete(point);
      return next;
    });
  return (
    <Panel title={t('checklist')} count={`${done.size} / ${points.length}`}>
      <ul className={styles.points}>
        {points.map(point => (
          <li key={point}>
            <Checkbox checked={done.has(point)} onChange={on => tick(point, on)}>
              {t(`point.${point}`)}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
