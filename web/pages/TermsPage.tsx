/** /terms: the glossary in both languages, searchable in either or by pinyin. */
import { Search } from 'lucide-react';
import { termGroups } from '#events/term/term.ts';
import { TermList } from '#web/features/term/TermList.tsx';
import styles from '#web/features/term/term.module.css';
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import { PlainField } from '#web/ui/plain/plain-field.tsx';
import { type ArticleReaderProps, ArticleReadingFrame, RelatedLinks } from './ArticleFrame.tsx';
import type { PageContext } from './plain-document.tsx';

/** `found`: ids of the matching terms; null without a search. */
export type TermsProps = ArticleReaderProps & { q: string; found: readonly string[] | null };

export function TermsPage({ world, reader, q, found }: { world: PageContext } & TermsProps) {
  const { t, lang } = world;
  return (
    <ArticleReadingFrame
      world={world}
      reader={reader}
      title={t('term:title')}
      current="/support"
      aside={<RelatedLinks world={world} but="/terms" />}
    >
      <h1 className="t-page">{t('term:title')}</h1>
      <p className="t-2">{t('term:lead')}</p>
      <form method="get" action="/terms" className={styles.search}>
        <PlainField name="q" type="search" label={t('term:searchIn')} defaultValue={q} maxLength={100} />
        <PlainButton variant="primary" icon={<Search />}>
          {t('term:go')}
        </PlainButton>
      </form>
      {found ? (
        <p className={styles.groups}>
          <span>{found.length > 0 ? t('term:found', { count: found.length }) : t('term:none', { q })}</span>
          <a href="/terms" className="link">
            {t('term:all')}
          </a>
        </p>
      ) : (
        <nav aria-label={t('term:groups')} className={styles.groups}>
          {termGroups.map(group => (
            <a key={group} href={`#group-${group}`} className="link">
              {t(`term:group.${group}`)}
            </a>
          ))}
        </nav>
      )}
      <TermList t={t} lang={lang} shown={found ? new Set(found) : undefined} />
    </ArticleReadingFrame>
  );
}
