/** /register and /forgetPwd until both are built: says what to do instead, and how to reach the service desk. */
import { ArchLogo } from '#web/ui/arch-logo.tsx';
import { PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import styles from './pages.module.css';
import { type PageWorld, PlainDocument, Switches } from './plain-document.tsx';

export type UnofferedProps = {
  topic: 'register' | 'forgetPwd';
  /** Telephone number of the service desk; null where none is configured. */
  phone: string | null;
};

export function UnofferedPage({ world, topic, phone }: { world: PageWorld } & UnofferedProps) {
  const { t } = world;
  return (
    <PlainDocument world={world} title={t(`auth:unoffered.${topic}.title`)}>
      <header className={styles.bar}>
        <ArchLogo name="Archline" nameZh="齐列" href="/login" />
        <Switches world={world} />
      </header>
      <main className={styles.problem}>
        <h1 className="t-page">{t(`auth:unoffered.${topic}.title`)}</h1>
        <p>{t(`auth:unoffered.${topic}.text`)}</p>
        <p className="t-2">{t('auth:desk')}</p>
        {phone && (
          <p className="t-2">
            {t('auth:unoffered.phone')}{' '}
            <a className="link num" href={`tel:${phone.replaceAll(/[^+0-9]/g, '')}`}>
              {phone}
            </a>
          </p>
        )}
        <PlainLinkButton variant="primary" href="/login">
          {t('auth:unoffered.back')}
        </PlainLinkButton>
      </main>
    </PlainDocument>
  );
}
