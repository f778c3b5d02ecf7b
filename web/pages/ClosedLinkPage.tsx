/** A single-use link that is used, expired, replaced or mistyped: how to get a new one. */
import { PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import { PageBar } from './PageBar.tsx';
import styles from './pages.module.css';
import { type PageContext, PlainDocument } from './plain-document.tsx';

export type ClosedLinkProps = { purpose: 'firstStart' | 'invitation' | 'forgotPwd' };

export function ClosedLinkPage({ world, purpose }: { world: PageContext } & ClosedLinkProps) {
  const { t } = world;
  return (
    <PlainDocument world={world} title={t('auth:closedLink.title')}>
      <PageBar world={world} href="/login" />
      <main className={styles.problem}>
        <h1 className="t-page">{t('auth:closedLink.title')}</h1>
        <p>{t(`auth:closedLink.${purpose}`)}</p>
        {purpose === 'forgotPwd' && (
          <PlainLinkButton variant="primary" href="/forgetPwd?way=email">
            {t('join:forgot.sendLink')}
          </PlainLinkButton>
        )}
      </main>
    </PlainDocument>
  );
}
