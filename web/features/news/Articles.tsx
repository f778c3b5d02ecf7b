/** The back office's articles section: the list of a kind, or the editor. */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ArticleKind, articleKinds } from '#events/news/kinds.ts';
import type { BackOfficeSectionProps } from '#web/lib/back-office-search-params.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterChoicePills } from '#web/ui/filter-chips.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ArticleTable } from './ArticleTable.tsx';
import { articleEditorHref, articleKindHref } from './article-links.ts';
import { articleForWritersQuery, articlesForWritersQuery, createArticle } from './article-queries.ts';
import styles from './writing.module.css';

const ArticleEditor = lazy(() => import('./ArticleEditor.tsx'));

const kindOf = (name: string | undefined): ArticleKind =>
  articleKinds.find(kind => kind === name) ?? articleKinds[0];

export function Articles({ search, go }: BackOfficeSectionProps) {
  const { id } = search;
  return id === undefined ? (
    <List kind={kindOf(search.kind)} page={search.page ?? 1} go={go} />
  ) : (
    <One key={id} id={id} go={go} />
  );
}

function List({ kind, page, go }: { kind: ArticleKind; page: number; go: BackOfficeSectionProps['go'] }) {
  const { t } = useTranslation('backOffice');
  const { data, isError, refetch } = useQuery(articlesForWritersQuery(kind, page));
  const [pending, setPending] = useState(false);
  const begin = async () => {
    if (pending) return;
    setPending(true);
    const done = await createArticle(kind);
    setPending(false);
    if (done.ok && done.answer.data) go(articleEditorHref(kind, done.answer.data.id));
  };
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      pending={pending}
      onPress={() => void begin()}
    >
      {t(`new.${kind}`)}
    </Button>
  );
  return (
    <>
      <div className={styles.bar}>
        <FilterChoicePills
          label={t('kinds')}
          value={kind}
          options={articleKinds.map(value => ({
            value,
            label: t(`kind.${value}`),
            href: articleKindHref(value),
          }))}
        />
        <span className="push">{add}</span>
      </div>
      {data ? (
        <ArticleTable
          kind={kind}
          data={data}
          go={go}
          empty={<EmptyState title={t(`none.${kind}`)} action={add} />}
        />
      ) : isError ? (
        <EmptyState
          title={t('failed')}
          action={<Button onPress={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <Skeleton lines={6} label={t('loading')} />
      )}
    </>
  );
}

function One({ id, go }: { id: string; go: BackOfficeSectionProps['go'] }) {
  const { t } = useTranslation('backOffice');
  const { data, isError } = useQuery(articleForWritersQuery(id));
  if (data)
    return (
      <Suspense fallback={<Skeleton lines={10} label={t('loading')} />}>
        <ArticleEditor article={data} go={go} />
      </Suspense>
    );
  if (isError) return <EmptyState title={t('unknown')}>{t('unknownHow')}</EmptyState>;
  return <Skeleton lines={10} label={t('loading')} />;
}
