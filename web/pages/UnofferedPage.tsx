/** /register and /forgetPwd until both are implemented: the alternative, and a link to the service desk. */
import { ArchLogo } from '#web/ui/arch-logo.tsx';
import { PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import styles from './pages.module.css';
import { LanguageAndThemeSwitches, type PageContext, PlainDocument } from './plain-document.tsx';

export type UnofferedProps = {
  topic: 'register' | 'forgetPwd';
  /** Phone number of the service desk; null if none is configured. */
  phone: string | null;
};

export function UnofferedPage({ world, topic, phone }: { world: PageContext } & UnofferedProps) {
  const { t } = world;
  return (
    <PlainDocument world={world} title={t(`auth:unoffered.${topic}.title`)}>
      <header className={styles.bar}>
        <ArchLogo name="Archline" nameZh="齐列" href="/login" />
        <LanguageAndThemeSwitches world={world} />
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
