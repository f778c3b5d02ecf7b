/** Actions on an article other than editing, with their confirmation dialogs. */
import { CalendarClock, ExternalLink, EyeOff, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { articleTextFor } from '#events/news/article.ts';
import { pageByArticleKind } from '#events/news/kinds.ts';
import type { ArticleItem } from '#projections/news/item.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { useNow } from '#web/lib/now.ts';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { removeArticle, restoreArticle, unpublishArticle } from './article-queries.ts';
import { PublishDialog } from './PublishDialog.tsx';
import { currentPublicity } from './publicity.ts';

/** The page where readers find an article. */
function pageOf({ kind, id }: Pick<ArticleItem, 'kind' | 'id'>): string {
  const { path, listed } = pageByArticleKind[kind];
  if (listed) return `${path}/${id}`;
  return kind === 'faq' ? `${path}?faq=${id}#faq-${id}` : path;
}

type How = {
  /** Saves unsaved text before publishing. Resolves with false on failure. */
  save?: () => Promise<boolean>;
  /** Called after the article was removed. */
  onRemoved?: () => void;
};

export function useArticleActions(
  article: ArticleItem,
  { save, onRemoved }: How = {},
): { entries: MenuEntry[]; dialogs: ReactNode; publish: () => void } {
  const { t } = useTranslation('backOffice');
  const { lang } = useBoot();
  const [asking, setAsking] = useState(false);
  const { id } = article;
  const publicity = currentPublicity(article, useNow());
  const title = articleTextFor(article.texts, lang)?.title || t('untitled');

  const restore = async () => {
    const done = await restoreArticle(id);
    if (done.ok) toast({ text: t('restored', { title }), tone: 'ok' });
  };
  const remove = async () => {
    const done = await removeArticle(id);
    if (!done.ok) return;
    toast({ text: t('removed', { title }), action: { label: t('undo'), onPress: () => void restore() } });
    onRemoved?.();
  };
  const withdraw = async () => {
    const done = await unpublishArticle(id);
    if (done.ok) toast({ text: t('withdrawn', { title }) });
  };
  const read: MenuEntry[] =
    publicity === 'published'
      ? [
          {
            id: 'read',
            label: t('read'),
            icon: <ExternalLink aria-hidden="true" />,
            href: pageOf(article),
            target: '_blank',
          },
        ]
      : [];
  const unpublish: MenuEntry[] =
    publicity === 'draft'
      ? []
      : [
          {
            id: 'withdraw',
            label: t('withdraw'),
            icon: <EyeOff aria-hidden="true" />,
            onPress: () => void withdraw(),
          },
        ];
  const entries: MenuEntry[] = [
    ...read,
    {
      id: 'publish',
      label: t(publicity === 'draft' ? 'publish' : 'publishAgain'),
      icon: <CalendarClock aria-hidden="true" />,
      onPress: () => setAsking(true),
    },
    ...unpublish,
    {
      id: 'remove',
      label: t('remove'),
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onPress: () => void remove(),
    },
  ];
  const dialogs = asking && (
    <PublishDialog article={article} {...(save ? { save } : {})} onClose={() => setAsking(false)} />
  );
  return { entries, dialogs, publish: () => setAsking(true) };
}
