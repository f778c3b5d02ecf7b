/** /versionLog: what is new in which version, for everybody. */
import type { ReadArticle } from '#projections/news/item.ts';
import { ArticleBody } from '#web/features/news/ArticleBody.tsx';
import type { PageWorld } from './plain-document.tsx';
import {
  Day,
  Desk,
  Elsewhere,
  foreign,
  ListFrame,
  OtherLanguage,
  type ReadingProps,
  shownIn,
} from './Reading.tsx';
import styles from './reading.module.css';

export type VersionLogProps = ReadingProps & { list: readonly ReadArticle[] };

export function VersionLogPage({ world, reader, list }: VersionLogProps & { world: PageWorld }) {
  const { t } = world;
  const versions = shownIn(list, world.lang);
  return (
    <ListFrame
      world={world}
      reader={reader}
      title={t('auth:versionLog')}
      lead={t('news:version.lead')}
      empty={versions.length === 0 && { title: t('news:version.empty'), how: t('news:emptyHow') }}
      aside={
        <>
          <Elsewhere world={world} but="/versionLog" />
          <Desk world={world} />
        </>
      }
    >
      <ol className={styles.versions}>
        {versions.map(one => (
          <li key={one.id} id={`v${one.version}`}>
            <div className={styles.versionHead}>
              <span className={styles.number}>{one.version}</span>
              <Day at={one.publishAt} />
            </div>
            <div>
              <h2 className="t-title" lang={foreign(one, world)}>
                {one.shown.title}
              </h2>
              <OtherLanguage world={world} article={one} />
              <ArticleBody top={3} body={one.shown.body} lang={foreign(one, world)} />
            </div>
          </li>
        ))}
      </ol>
    </ListFrame>
  );
}
