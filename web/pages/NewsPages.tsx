/** Pages of listed article kinds such as /news: the list, and a single article. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ListedArticleKind, pageByArticleKind } from '#events/news/kinds.ts';
import type { ReaderArticle } from '#projections/news/item.ts';
import { ArticleBody } from '#web/features/news/ArticleBody.tsx';
import { markdownToText } from '#web/features/news/markdown.ts';
import { Card, Panel } from '#web/ui/panel.tsx';
import { formatLongDay } from '../lib/format.ts';
import {
  ArticleDate,
  ArticleListFrame,
  type ArticleReaderProps,
  ArticleReadingFrame,
  articlesInLanguage,
  DeskHours,
  foreignLanguage,
  OtherLanguageNotice,
  RelatedLinks,
  type ShownArticle,
} from './ArticleFrame.tsx';
import type { PageContext } from './plain-document.tsx';
import styles from './reading.module.css';

export type ArticleListProps = ArticleReaderProps & {
  kind: ListedArticleKind;
  list: readonly ReaderArticle[];
  /** Number of articles on all pages. */
  total: number;
  number: number;
  size: number;
};

export function ArticleListPage({ world, reader, kind, ...page }: ArticleListProps & { world: PageContext }) {
  const { t } = world;
  const { path } = pageByArticleKind[kind];
  const list = articlesInLanguage(page.list, world.lang);
  return (
    <ArticleListFrame
      world={world}
      reader={reader}
      current={path}
      title={t(`news:${kind}.title`)}
      lead={t(`news:${kind}.lead`)}
      empty={list.length === 0 && { title: t(`news:${kind}.empty`), how: t('news:emptyHow') }}
      foot={<Pages world={world} path={path} {...page} />}
      aside={
        <>
          <DeskHours world={world} />
          <RelatedLinks world={world} />
        </>
      }
    >
      <Card>
        <ol className={styles.list}>
          {list.map(article => (
            <Entry key={article.id} world={world} article={article} path={path} />
          ))}
        </ol>
      </Card>
    </ArticleListFrame>
  );
}

function Entry({ world, article, path }: { world: PageContext; article: ShownArticle; path: string }) {
  const lang = foreignLanguage(article, world);
  return (
    <li className={styles.entry}>
      <ArticleDate at={article.publishAt} />
      <div>
        <h2 className={styles.entryTitle} lang={lang}>
          <a href={`${path}/${article.id}`}>{article.shown.title}</a>
        </h2>
        <OtherLanguageNotice world={world} article={article} />
        <p className={styles.excerpt} lang={lang}>
          {markdownToText(article.shown.body)}
        </p>
      </div>
      <ChevronRight aria-hidden="true" />
    </li>
  );
}

function Pages({
  world: { t },
  path,
  total,
  number,
  size,
}: { world: PageContext; path: string } & Pick<ArticleListProps, 'total' | 'number' | 'size'>) {
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1) return null;
  const to = (page: number) => (page === 1 ? path : `${path}?page=${page}`);
  return (
    <nav className={styles.pages} aria-label={t('news:pages')}>
      {number > 1 && (
        <a className="link" rel="prev" href={to(number - 1)}>
          {t('news:newer')}
        </a>
      )}
      <span className="t-3 num">{t('news:pageOf', { page: number, pages: last })}</span>
      {number < last && (
        <a className="link" rel="next" href={to(number + 1)}>
          {t('news:older')}
        </a>
      )}
    </nav>
  );
}

export type ArticlePageProps = ArticleReaderProps & {
  kind: ListedArticleKind;
  article: ReaderArticle;
  /** The newest articles of the kind, including this one. */
  others: readonly ReaderArticle[];
};

export function ArticlePage({ world, reader, kind, ...props }: ArticlePageProps & { world: PageContext }) {
  const { t, lang } = world;
  const { path } = pageByArticleKind[kind];
  const [article] = articlesInLanguage([props.article], lang);
  const others = articlesInLanguage(props.others, lang).filter(({ id }) => id !== props.article.id);
  const title = article?.shown.title ?? '';
  return (
    <ArticleReadingFrame
      world={world}
      reader={reader}
      current={path}
      title={title}
      aside={
        <>
          {others.length > 0 && (
            <Others world={world} others={others} path={path} title={t(`news:${kind}.others`)} />
          )}
          <DeskHours world={world} />
        </>
      }
    >
      <nav aria-label={t('news:back')} className={styles.back}>
        <a href={path}>
          <ChevronLeft aria-hidden="true" />
          {t(`news:${kind}.title`)}
        </a>
      </nav>
      {article && (
        <article className={styles.article}>
          <header className={styles.articleHead}>
            <h1 className={styles.title} lang={foreignLanguage(article, world)}>
              {title}
            </h1>
            <p className="t-3">
              <time dateTime={article.publishAt}>{formatLongDay(article.publishAt, lang)}</time>
            </p>
            <OtherLanguageNotice world={world} article={article} />
          </header>
          <ArticleBody body={article.shown.body} lang={foreignLanguage(article, world)} />
        </article>
      )}
    </ArticleReadingFrame>
  );
}

function Others({
  world,
  others,
  path,
  title,
}: {
  world: PageContext;
  others: ShownArticle[];
  path: string;
  title: string;
}) {
  return (
    <Panel title={title} flush>
      <ul className={styles.others}>
        {others.map(other => (
          <li key={other.id}>
            <ArticleDate at={other.publishAt} />
            <a href={`${path}/${other.id}`} lang={foreignLanguage(other, world)}>
              {other.shown.title}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
