/** Shared parts of the article pages: frame, service desk, and the notice about a missing language. */
import { Download, History, Languages, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ArticleText, articleTextFor } from '#events/news/article.ts';
import type { ArticleLanguage } from '#events/news/kinds.ts';
import type { ReaderArticle } from '#projections/news/item.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Card, Panel } from '#web/ui/panel.tsx';
import { PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import type { NavEntry } from '../features/shell/nav.ts';
import { dayOf } from '../lib/format.ts';
import { type PageContext, PlainDocument } from './plain-document.tsx';
import styles from './reading.module.css';
import { type PageReader, TopNav } from './TopNav.tsx';

/** Props of every article page. */
export type ArticleReaderProps = { reader: PageReader | null };

type FrameProps = ArticleReaderProps & {
  world: PageContext;
  title: string;
  current?: NavEntry['href'];
  /** Content next to the text; below it on narrow windows. */
  aside?: ReactNode;
  children: ReactNode;
};

export function ArticleReadingFrame({ world, reader, title, current, aside, children }: FrameProps) {
  return (
    <PlainDocument world={world} title={title}>
      <a href="#text" className={styles.skip}>
        {world.t('shell:skip')}
      </a>
      <TopNav world={world} reader={reader} current={current} />
      <main id="text" className={`page ${styles.frame}`}>
        <div className={styles.text}>{children}</div>
        {aside && <aside className={styles.aside}>{aside}</aside>}
      </main>
    </PlainDocument>
  );
}

type ListProps = FrameProps & {
  lead: string;
  /** Text shown instead of an empty list. */
  empty: false | { title: string; how: string };
  /** Content below the list. */
  foot?: ReactNode;
};

/** Frame of a page that lists articles. */
export function ArticleListFrame({ lead, empty, foot, children, ...frame }: ListProps) {
  return (
    <ArticleReadingFrame {...frame}>
      <header className={styles.head}>
        <h1 className="t-page">{frame.title}</h1>
        <p className="t-2">{lead}</p>
      </header>
      {empty ? (
        <Card>
          <EmptyState title={empty.title}>{empty.how}</EmptyState>
        </Card>
      ) : (
        children
      )}
      {foot}
    </ArticleReadingFrame>
  );
}

/** An article with its text for the reader's language; articles without any text are never published. */
export type ShownArticle = ReaderArticle & { shown: ArticleText & { lang: ArticleLanguage } };

/** Selects the text of each article for a reader's language. */
export const articlesInLanguage = (list: readonly ReaderArticle[], lang: ArticleLanguage): ShownArticle[] =>
  list.flatMap(article => {
    const shown = articleTextFor(article.texts, lang);
    return shown ? [{ ...article, shown }] : [];
  });

/** The language of a text, if it differs from the page's. */
export const foreignLanguage = (
  { shown }: ShownArticle,
  { lang }: PageContext,
): ArticleLanguage | undefined => (shown.lang === lang ? undefined : shown.lang);

/** Notice that the text is in the other language. */
export function OtherLanguageNotice({ world, article }: { world: PageContext; article: ShownArticle }) {
  const other = foreignLanguage(article, world);
  return other ? <p className={styles.other}>{world.t(`news:only.${other}`)}</p> : null;
}

export function ArticleDate({ at }: { at: string }) {
  return (
    <time className="t-small t-3 num" dateTime={at}>
      {dayOf(at)}
    </time>
  );
}

/** Link to the chat with the service desk, with prefilled text. */
const chatPath = (question?: string): string =>
  question ? `/chat?${new URLSearchParams({ text: question })}` : '/chat';

export function AskServiceLink({
  world,
  question,
  primary,
}: {
  world: PageContext;
  question?: string;
  primary?: true;
}) {
  return (
    <PlainLinkButton
      href={chatPath(question)}
      variant={primary ? 'primary' : 'outline'}
      size={primary ? undefined : 'small'}
      icon={<MessageCircle aria-hidden="true" />}
    >
      {world.t('news:ask')}
    </PlainLinkButton>
  );
}

/** Opening hours of the desk. */
export function DeskHours({ world, children }: { world: PageContext; children?: ReactNode }) {
  const { t } = world;
  return (
    <Panel title={t('news:desk.title')}>
      <dl className={styles.hours}>
        <div>
          <dt>{t('news:desk.hours')}</dt>
          <dd className="num">{t('news:desk.hoursAre')}</dd>
        </div>
        <div>
          <dt>{t('news:desk.reply')}</dt>
          <dd>{t('news:desk.replyIs')}</dd>
        </div>
      </dl>
      <p className={styles.askRow}>
        <AskServiceLink world={world} primary />
      </p>
      {children}
    </Panel>
  );
}

/** Links to downloads, terms and the version log, except to the page `but`. */
export function RelatedLinks({ world, but }: { world: PageContext; but?: string }) {
  const { t } = world;
  const links = [
    { href: '/download', word: t('news:download.title'), icon: <Download aria-hidden="true" /> },
    { href: '/terms', word: t('term:title'), icon: <Languages aria-hidden="true" /> },
    { href: '/versionLog', word: t('auth:versionLog'), icon: <History aria-hidden="true" /> },
  ].filter(({ href }) => href !== but);
  return (
    <Panel title={t('news:more')} flush>
      <ul className={styles.links}>
        {links.map(({ href, word, icon }) => (
          <li key={href}>
            <a href={href}>
              {icon}
              {word}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
