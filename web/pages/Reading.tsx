/** What the pages of articles share: their frame, the service desk beside them, and a word where a language is missing. */
import { Download, History, Languages, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ArticleText, wordsFor } from '#events/news/article.ts';
import type { ArticleLanguage } from '#events/news/kinds.ts';
import type { ReadArticle } from '#projections/news/item.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Card, Panel } from '#web/ui/panel.tsx';
import { PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import type { NavEntry } from '../features/shell/nav.ts';
import { dayOf } from '../lib/format.ts';
import { type PageWorld, PlainDocument } from './plain-document.tsx';
import styles from './reading.module.css';
import { type Reader, TopNav } from './TopNav.tsx';

/** What every page of articles is given. */
export type ReadingProps = { reader: Reader | null };

type FrameProps = ReadingProps & {
  world: PageWorld;
  title: string;
  current?: NavEntry['href'];
  /** Beside the text; below it where the window is narrow. */
  aside?: ReactNode;
  children: ReactNode;
};

export function ReadingFrame({ world, reader, title, current, aside, children }: FrameProps) {
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
  /** Shown in place of the list while there is nothing in it. */
  empty: false | { title: string; how: string };
  /** Below the list, or below what is shown in its place. */
  foot?: ReactNode;
};

/** The frame of a page that lists articles. */
export function ListFrame({ lead, empty, foot, children, ...frame }: ListProps) {
  return (
    <ReadingFrame {...frame}>
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
    </ReadingFrame>
  );
}

/** An article's words for the reader of a page; undefined for one that has none, which is never published. */
export type Shown = ReadArticle & { shown: ArticleText & { lang: ArticleLanguage } };

/** Articles with the words that a reader of this language gets. */
export const shownIn = (list: readonly ReadArticle[], lang: ArticleLanguage): Shown[] =>
  list.flatMap(article => {
    const shown = wordsFor(article.texts, lang);
    return shown ? [{ ...article, shown }] : [];
  });

/** The language of a text where it is not the page's. */
export const foreign = ({ shown }: Shown, { lang }: PageWorld): ArticleLanguage | undefined =>
  shown.lang === lang ? undefined : shown.lang;

/** Says that what follows is in the other language. */
export function OtherLanguage({ world, article }: { world: PageWorld; article: Shown }) {
  const other = foreign(article, world);
  return other ? <p className={styles.other}>{world.t(`news:only.${other}`)}</p> : null;
}

export function Day({ at }: { at: string }) {
  return (
    <time className="t-small t-3 num" dateTime={at}>
      {dayOf(at)}
    </time>
  );
}

/** The chat with the service desk, its field filled in. */
const askPath = (question?: string): string =>
  question ? `/chat?${new URLSearchParams({ text: question })}` : '/chat';

export function AskService({
  world,
  question,
  primary,
}: {
  world: PageWorld;
  question?: string;
  primary?: true;
}) {
  return (
    <PlainLinkButton
      href={askPath(question)}
      variant={primary ? 'primary' : 'outline'}
      size={primary ? undefined : 'small'}
      icon={<MessageCircle aria-hidden="true" />}
    >
      {world.t('news:ask')}
    </PlainLinkButton>
  );
}

/** When the desk answers. */
export function Desk({ world, children }: { world: PageWorld; children?: ReactNode }) {
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
        <AskService world={world} primary />
      </p>
      {children}
    </Panel>
  );
}

/** Where else somebody who reads may want to go. */
export function Elsewhere({ world, but }: { world: PageWorld; but?: string }) {
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
