/** /versionLog: what is new, for everybody. */
import { ArchLogo } from '#web/ui/arch-logo.tsx';
import styles from './pages.module.css';
import { type PageWorld, PlainDocument, Switches } from './plain-document.tsx';

const links = [
  ['/workbench', 'shell:nav.home'],
  ['/caseList', 'shell:nav.cases'],
  ['/patientFilterList', 'shell:nav.patients'],
  ['/retainerList', 'shell:nav.retainers'],
  ['/support', 'shell:nav.help'],
] as const;

export function VersionLogPage({ world }: { world: PageWorld }) {
  const { t } = world;
  const entries = t('auth:versions', { returnObjects: true });
  return (
    <PlainDocument world={world} title={t('auth:versionLog')}>
      <header className={styles.bar}>
        <ArchLogo name="Archline" nameZh="齐列" href="/workbench" />
        <nav aria-label={t('shell:navigation')} className={styles.nav}>
          {links.map(([href, word]) => (
            <a key={href} href={href}>
              {t(word)}
            </a>
          ))}
        </nav>
        <Switches world={world} />
      </header>
      <main className="page">
        <h1 className="t-page">{t('auth:versionLog')}</h1>
        <ol className={styles.versions}>
          {(Array.isArray(entries) ? entries : []).map(({ version, date, news }) => (
            <li key={version}>
              <h2 className="t-title num">{version}</h2>
              <time className="t-small t-3 num" dateTime={date}>
                {date}
              </time>
              <ul>
                {news.map((line: string) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </main>
    </PlainDocument>
  );
}
