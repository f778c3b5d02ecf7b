/** /support: questions and answers, and ways to reach the service desk. */
import { Link2 } from 'lucide-react';
import { faqGroups } from '#events/news/kinds.ts';
import type { ReaderArticle } from '#projections/news/item.ts';
import { ArticleBody } from '#web/features/news/ArticleBody.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Card, Panel } from '#web/ui/panel.tsx';
import { PlainSearchForm } from '#web/ui/plain/plain-search.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { helpQueryMaxLength } from '../lib/plain-pages.ts';
import {
  type ArticleReaderProps,
  ArticleReadingFrame,
  AskServiceLink,
  articlesInLanguage,
  DeskHours,
  foreignLanguage,
  OtherLanguageNotice,
  RelatedLinks,
  type ShownArticle,
} from './ArticleFrame.tsx';
import type { PageContext } from './plain-document.tsx';
import styles from './reading.module.css';

export type SupportProps = ArticleReaderProps & {
  /** In group order: all questions, or the search results. */
  list: readonly ReaderArticle[];
  /** The search text; empty without a search. */
  query: string;
  /** The answer named by the address. */
  open: string | null;
  /** The desk's address, for a phone. */
  chatUrl: string;
};

export function SupportPage({ world, reader, chatUrl, ...props }: SupportProps & { world: PageContext }) {
  const { t } = world;
  return (
    <ArticleReadingFrame
      world={world}
      reader={reader}
      current="/support"
      title={t('shell:nav.help')}
      aside={
        <>
          <DeskHours world={world}>
            <div className={styles.qr}>
              <QrCode text={chatUrl} size={112} margin={2} title={t('news:desk.scan')} />
              <p className="t-small t-2">{t('news:desk.scan')}</p>
            </div>
          </DeskHours>
          <RelatedLinks world={world} />
        </>
      }
    >
      <header className={styles.head}>
        <h1 className="t-page">{t('news:faq.title')}</h1>
        <PlainSearchForm
          label={t('news:faq.search')}
          button={t('news:faq.find')}
          {...{
            name: 'q',
            action: '/support',
            defaultValue: props.query,
            maxLength: helpQueryMaxLength,
            size: 'large',
          }}
        />
      </header>
      <Answers world={world} {...props} />
    </ArticleReadingFrame>
  );
}

type AnswersProps = Pick<SupportProps, 'list' | 'query' | 'open'> & { world: PageContext };

function Answers({ world, query, open, ...props }: AnswersProps) {
  const { t } = world;
  const list = articlesInLanguage(props.list, world.lang);
  const groups = faqGroups.flatMap(group => {
    const own = list.filter(article => article.group === group);
    return own.length > 0 ? [{ group, own }] : [];
  });
  if (list.length === 0) return <NothingFound world={world} query={query} />;
  const [first] = list;
  const opened = open ?? (query && first ? first.id : null);
  return (
    <>
      {query ? (
        <p className={styles.found} role="status">
          {t('news:faq.found', { count: list.length, query })}
          <a className="link" href="/support">
            {t('news:faq.all')}
          </a>
        </p>
      ) : (
        <nav aria-label={t('news:faq.groups')} className={styles.groups}>
          {groups.map(({ group, own }) => (
            <a key={group} href={`#${group}`}>
              {t(`news:group.${group}`)}
              <span className="t-3 num">{own.length}</span>
            </a>
          ))}
        </nav>
      )}
      {groups.map(({ group, own }) => (
        <Panel key={group} id={group} title={t(`news:group.${group}`)} roomy>
          <div className={styles.answers}>
            {own.map(article => (
              <Answer key={article.id} world={world} article={article} open={article.id === opened} />
            ))}
          </div>
        </Panel>
      ))}
    </>
  );
}

function Answer({ world, article, open }: { world: PageContext; article: ShownArticle; open: boolean }) {
  const { t } = world;
  const { id, shown } = article;
  const lang = foreignLanguage(article, world);
  return (
    <Disclosure id={`faq-${id}`} open={open} summary={<h3 lang={lang}>{shown.title}</h3>}>
      <OtherLanguageNotice world={world} article={article} />
      <ArticleBody body={shown.body} lang={lang} top={4} />
      <p className={styles.answerFoot}>
        <AskServiceLink world={world} question={shown.title} />
        <a className={styles.deep} href={`/support?faq=${id}#faq-${id}`}>
          <Link2 aria-hidden="true" />
          {t('news:faq.link')}
        </a>
      </p>
    </Disclosure>
  );
}

function NothingFound({ world, query }: { world: PageContext; query: string }) {
  const { t } = world;
  if (!query)
    return (
      <Card>
        <EmptyState title={t('news:faq.empty')} action={<AskServiceLink world={world} primary />}>
          {t('news:faq.emptyHow')}
        </EmptyState>
      </Card>
    );
  return (
    <Card>
      <EmptyState
        title={t('news:faq.none', { query })}
        action={
          <>
            <AskServiceLink world={world} question={query} />
            <a className="link" href="/support">
              {t('news:faq.all')}
            </a>
          </>
        }
      >
        {t('news:faq.noneHow')}
      </EmptyState>
    </Card>
  );
}
