/** Articles of a kind with their state, for writers. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { articleTextFor } from '#events/news/article.ts';
import { type ArticleKind, articleLanguages, faqGroups } from '#events/news/kinds.ts';
import type { ArticleItem } from '#projections/news/item.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { dayOf, formatMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { Badge } from '#web/ui/chip.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { articleEditorHref, articleKindHref } from './article-links.ts';
import { articlePageSize } from './article-queries.ts';
import { PublicityChip } from './PublicityChip.tsx';
import { useArticleActions } from './useArticleActions.tsx';
import styles from './writing.module.css';

type Props = {
  kind: ArticleKind;
  data: AnswerData<'/api/backOffice/articles'>;
  go: (href: string) => void;
  empty: ReactNode;
};

function Title({ article }: { article: ArticleItem }) {
  const { t } = useTranslation('backOffice');
  const { lang } = useBoot();
  const words = articleTextFor(article.texts, lang);
  return (
    <span className={styles.titleCell}>
      <Link
        href={articleEditorHref(article.kind, article.id)}
        className={styles.titleLink}
        lang={words?.lang}
      >
        {words?.title || t('untitled')}
      </Link>
      {articleLanguages.map(
        language => article.texts[language] && <Badge key={language}>{t(`languageShort.${language}`)}</Badge>,
      )}
    </span>
  );
}

function Acts({ article }: { article: ArticleItem }) {
  const { t } = useTranslation('backOffice');
  const { entries, dialogs } = useArticleActions(article);
  const title = articleTextFor(article.texts, useBoot().lang)?.title || t('untitled');
  return (
    <>
      <Menu label={t('acts', { title })} items={entries} trigger={{ size: 'small' }} />
      {dialogs}
    </>
  );
}

/** Sorts questions as on the help page; keeps the order of other kinds. */
const inOrder = (kind: ArticleKind, items: readonly ArticleItem[]): readonly ArticleItem[] => {
  const topic = ({ group }: ArticleItem) => (group === null ? -1 : faqGroups.indexOf(group));
  return kind === 'faq' ? items.toSorted((a, b) => topic(a) - topic(b) || a.order - b.order) : items;
};

export function ArticleTable({ kind, data, go, empty }: Props) {
  const { t } = useTranslation(['backOffice', 'news']);
  const now = useNow();
  const facts: Record<string, TableColumn<ArticleItem>[]> = {
    faq: [
      { id: 'group', header: t('backOffice:field.group'), cell: a => a.group && t(`news:group.${a.group}`) },
      { id: 'order', header: t('backOffice:field.order'), align: 'end', cell: a => a.order, card: 'hide' },
    ],
    version: [{ id: 'version', header: t('backOffice:field.version'), cell: a => a.version }],
    download: [
      { id: 'version', header: t('backOffice:field.version'), cell: a => a.version },
      {
        id: 'platform',
        header: t('backOffice:field.platform'),
        cell: a => a.platform && t(`news:platform.${a.platform}`),
      },
    ],
  };
  const columns: TableColumn<ArticleItem>[] = [
    { id: 'title', header: t('backOffice:field.title'), cell: a => <Title article={a} />, card: 'title' },
    ...(facts[kind] ?? []),
    {
      id: 'state',
      header: t('backOffice:state'),
      width: 150,
      cell: a => <PublicityChip article={a} now={now} />,
    },
    {
      id: 'publishAt',
      header: t('backOffice:field.publishAt'),
      width: 150,
      cell: a => a.publishAt && <span className="num">{formatMoment(a.publishAt)}</span>,
    },
    {
      id: 'changed',
      header: t('backOffice:changed'),
      width: 200,
      hideBelow: 1279,
      cell: a => (
        <span className="t-2 t-small">
          {a.changed.by.name} <span className="num">{dayOf(a.changed.at)}</span>
        </span>
      ),
    },
    {
      id: 'acts',
      header: t('backOffice:actions'),
      headerHidden: true,
      width: 56,
      align: 'end',
      card: 'action',
      cell: a => <Acts article={a} />,
    },
  ];
  const pages = Math.ceil(data.total / articlePageSize);
  return (
    <Table
      label={t(`backOffice:kind.${kind}`)}
      rows={inOrder(kind, data.items)}
      columns={columns}
      rowKey={article => article.id}
      onOpen={article => go(articleEditorHref(kind, article.id))}
      empty={empty}
      footer={
        pages > 1 && (
          <Pagination
            label={t('news:pages')}
            page={data.page}
            pages={pages}
            href={page => articleKindHref(kind, page)}
          />
        )
      }
    />
  );
}
