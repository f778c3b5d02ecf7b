/** Links to the imports that have open invitations. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#web/lib/format.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './import.module.css';
import { importsWithOpenInvitationsQuery } from './import-queries.ts';
import { importHref } from './people-links.ts';

export function UnfinishedImports() {
  const { t } = useTranslation('import');
  const { data } = useQuery(importsWithOpenInvitationsQuery());
  if (!data?.items.length) return null;
  return (
    <nav className={styles.imports} aria-label={t('listTitle')}>
      <span className="t-small t-strong">{t('listTitle')}</span>
      <ul>
        {data.items.map(({ id, at, count, accepted, open }) => (
          <li key={id}>
            <Link href={importHref(id)}>{t('listItem', { day: dayOf(at), count, accepted, open })}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
