/** One article being written, both languages side by side. */
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArticleItem } from '#projections/news/item.ts';
import { useUnsaved } from '#web/features/session/useUnsaved.tsx';
import { useWizardShortcuts } from '#web/features/wizard/useWizardShortcuts.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { momentOf } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { kindHref } from './article-links.ts';
import { Facts, hasFacts } from './Facts.tsx';
import { LanguageText } from './LanguageText.tsx';
import { PublicityChip } from './PublicityChip.tsx';
import { publicityBy } from './publicity.ts';
import { ownFirst, withText } from './typed.ts';
import { useArticleActs } from './useArticleActs.tsx';
import { useWriting } from './useWriting.ts';
import styles from './writing.module.css';

type Props = { article: ArticleItem; go: (href: string) => void };

export default function ArticleEditor({ article, go }: Props) {
  const { t } = useTranslation('backOffice');
  const { lang } = useBoot();
  const writing = useWriting(article);
  const { base, typed, change, save, pending, dirty, error, theirs } = writing;
  const { question, settle } = useUnsaved(dirty);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const { id, kind } = article;
  const { entries, dialogs, publish } = useArticleActs(article, {
    ...(dirty ? { save: () => save() } : {}),
    onRemoved: () => {
      settle();
      go(kindHref(kind));
    },
  });
  useWizardShortcuts({ save: () => void save(), up: undefined, down: undefined, submit: () => void save() });
  const now = useNow();
  const draft = publicityBy(article, now) === 'draft';
  return (
    <>
      <header className={styles.head}>
        <Link href={kindHref(kind)} className={styles.back}>
          <ChevronLeft aria-hidden="true" />
          {t(`kind.${kind}`)}
        </Link>
        <PublicityChip article={article} now={now} />
        {article.publishAt && <span className="t-3 t-small num">{momentOf(article.publishAt)}</span>}
        <span className={styles.acts}>
          <Segmented
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
        {hasFacts(kind) && (
          <Panel>
            <Facts kind={kind} typed={typed} onChange={change} error={error} />
          </Panel>
        )}
        <Panel>
          <div className={styles.languages}>
            {ownFirst(lang).map(one => (
              <LanguageText
                key={one}
                articleId={id}
                kind={kind}
                lang={one}
                text={typed.texts[one]}
                preview={view === 'preview'}
                onChange={patch => change(before => withText(before, one, patch))}
                error={part => error(`texts.${one}.${part}`)}
              />
            ))}
          </div>
        </Panel>
        <p className="t-small t-3">
          {t('changedBy', { name: base.changed.by.name, at: momentOf(base.changed.at) })}
          {dirty && ` ${t('unsaved')}`}
        </p>
      </form>
      {dialogs}
      {question}
    </>
  );
}

/** Somebody else was faster: one of the two texts stays, and who writes says which. */
function Theirs({ theirs, writing }: { theirs: ArticleItem; writing: ReturnType<typeof useWriting> }) {
  const { t } = useTranslation('backOffice');
  const { save, begin, pending } = writing;
  return (
    <Banner
      tone="warn"
      role="alert"
      title={t('staleTitle', { name: theirs.changed.by.name, at: momentOf(theirs.changed.at) })}
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
