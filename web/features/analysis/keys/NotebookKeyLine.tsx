/** A key in the list: name, tables, end and last use. */
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBoot } from '#web/lib/boot.tsx';
import { formatMoment, formatRelativeTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './keys.module.css';
import type { NotebookKeyItem } from './keys-queries.ts';

type Props = { notebookKey: NotebookKeyItem; onRevoke: (key: NotebookKeyItem) => void };

export function NotebookKeyLine({ notebookKey: key, onRevoke }: Props) {
  const { t } = useTranslation('analysis');
  const { lang } = useBoot();
  const now = useNow();
  const { name, tables, expiresAt, usedAt } = key;
  return (
    <li className={styles.line}>
      <KeyRound aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.facts}>
          <span>{tables.join(', ')}</span>
          <span className="num">{t('keys.until', { when: formatMoment(expiresAt) })}</span>
          <span>
            {usedAt ? t('keys.usedAt', { when: formatRelativeTime(usedAt, now, lang) }) : t('keys.unused')}
          </span>
        </p>
      </div>
      <Button
        size="small"
        variant="danger"
        aria-label={t('keys.revokeOf', { name })}
        onPress={() => onRevoke(key)}
      >
        {t('keys.revoke')}
      </Button>
    </li>
  );
}
