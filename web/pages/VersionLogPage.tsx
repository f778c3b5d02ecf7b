/** /versionLog: the changes of each version, public. */
import type { ReaderArticle } from '#projections/news/item.ts';
import { ArticleBody } from '#web/features/news/ArticleBody.tsx';
import {
  ArticleDate,
  ArticleListFrame,
  type ArticleReaderProps,
  articlesInLanguage,
  DeskHours,
  foreignLanguage,
  OtherLanguageNotice,
  RelatedLinks,
} from './ArticleFrame.tsx';
import type { PageContext } from './plain-document.tsx';
import styles from './reading.module.css';

export type VersionLogProps = ArticleReaderProps & { list: readonly ReaderArticle[] };

export function VersionLogPage({ world, reader, list }: VersionLogProps & { world: PageContext }) {
  const { t } = world;
  const versions = articlesInLanguage(list, world.lang);
  return (
    <ArticleListFrame
      world={world}
      reader={reader}
      title={t('auth:versionLog')}
      lead={t('news:version.lead')}
      empty={versions.length === 0 && { title: t('news:version.empty'), how: t('news:emptyHow') }}
      aside={
        <>
          <RelatedLinks world={world} but="/versionLog" />
          <DeskHours world={world} />
        </>
      }
    >
      <ol className={styles.versions}>
        {versions.map(one => (
          <li key={one.id} id={`v${one.version}`}>
            <div className={styles.versionHead}>
              <span className={styles.number}>{one.version}</span>
              <ArticleDate at={one.publishAt} />
            </div>
            <div>
              <h2 className="t-title" lang={foreignLanguage(one, world)}>
                {one.shown.title}
              </h2>
              <OtherLanguageNotice world={world} article={one} />
              <ArticleBody top={3} body={one.shown.body} lang={foreignLanguage(one, world)} />
            </div>
          </li>
        ))}
      </ol>
    </ArticleListFrame>
  );
}
