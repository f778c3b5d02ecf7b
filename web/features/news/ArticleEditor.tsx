/** Editor of one article, both languages side by side. */
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArticleItem } from '#projections/news/item.ts';
import { useUnsavedWarning } from '#web/features/session/useUnsavedWarning.tsx';
import { useBoot } from '#web/lib/boot.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { useEditorShortcuts } from '#web/lib/useEditorShortcuts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { ArticleDetailFields, hasDetailFields } from './ArticleDetailFields.tsx';
import { ArticleTextFields } from './ArticleTextFields.tsx';
import { ownLanguageFirst, withArticleText } from './article-draft.ts';
import { articleKindHref } from './article-links.ts';
import { PublicityChip } from './PublicityChip.tsx';
import { currentPublicity } from './publicity.ts';
import { useArticleActions } from './useArticleActions.tsx';
import { useArticleEditing } from './useArticleEditing.ts';
import styles from './writing.module.css';

type Props = { article: ArticleItem; go: (href: string) => void };

export default function ArticleEditor({ article, go }: Props) {
  const { t } = useTranslation('backOffice');
  const { lang } = useBoot();
  const writing = useArticleEditing(article);
  const { base, typed, change, save, pending, dirty, error, theirs } = writing;
  const { question, settle } = useUnsavedWarning(dirty);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const { id, kind } = article;
  const { entries, dialogs, publish } = useArticleActions(article, {
    ...(dirty ? { save: () => save() } : {}),
    onRemoved: () => {
      settle();
      go(articleKindHref(kind));
    },
  });
  useEditorShortcuts({ save: () => void save(), up: undefined, down: undefined, submit: () => void save() });
  const now = useNow();
  const draft = currentPublicity(article, now) === 'draft';
  return (
    <>
      <header className={styles.head}>
        <Link href={articleKindHref(kind)} className={styles.back}>
          <ChevronLeft aria-hidden="true" />
          {t(`kind.${kind}`)}
        </Link>
        <PublicityChip article={article} now={now} />
        {article.publishAt && <span className="t-3 t-small num">{formatMoment(article.publishAt)}</span>}
        <span className={styles.acts}>
          <SegmentedControl
            label={t('view')}
            hideLabel
            size="small"
            value={view}
            onChange={setView}
            options={[
              { value: 'write', label: t('write') },
              { value: 'preview', label: t('preview') },
            ]}
          />
          {draft && <Button onPress={publish}>{t('publish')}</Button>}
          <Button variant="primary" pending={pending} shortcut="Ctrl S" onPress={() => void save()}>
            {t('save')}
          </Button>
          <Menu label={t('more')} items={entries} />
        </span>
      </header>
      {theirs && <Theirs theirs={theirs} writing={writing} />}
      <form className={styles.form} noValidate onSubmit={event => event.preventDefault()}>
        {hasDetailFields(kind) && (
          <Panel>
            <ArticleDetailFields kind={kind} typed={typed} onChange={change} error={error} />
          </Panel>
        )}
        <Panel>
          <div className={styles.languages}>
            {ownLanguageFirst(lang).map(one => (
              <ArticleTextFields
                key={one}
                articleId={id}
                kind={kind}
                lang={one}
                text={typed.texts[one]}
                preview={view === 'preview'}
                onChange={patch => change(before => withArticleText(before, one, patch))}
                error={part => error(`texts.${one}.${part}`)}
              />
            ))}
          </div>
        </Panel>
        <p className="t-small t-3">
          {t('changedBy', { name: base.changed.by.name, at: formatMoment(base.changed.at) })}
          {dirty && ` ${t('unsaved')}`}
        </p>
      </form>
      {dialogs}
      {question}
    </>
  );
}

/** Another person has saved first: the writer decides which text stays. */
function Theirs({ theirs, writing }: { theirs: ArticleItem; writing: ReturnType<typeof useArticleEditing> }) {
  const { t } = useTranslation('backOffice');
  const { save, begin, pending } = writing;
  return (
    <Banner
      tone="warn"
      role="alert"
      title={t('staleTitle', { name: theirs.changed.by.name, at: formatMoment(theirs.changed.at) })}
      actions={
        <>
          <Button onPress={() => begin(theirs)}>{t('takeTheirs')}</Button>
          <Button pending={pending} onPress={() => void save(theirs.edition)}>
            {t('keepMine')}
          </Button>
        </>
      }
    >
      {t('staleText')}
    </Banner>
  );
}
