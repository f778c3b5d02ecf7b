/** Title and text in one language: editor or preview. Pictures are added by button, drop or paste. */
import { ImagePlus } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileRules } from '#events/file/kinds.ts';
import type { ArticleText } from '#events/news/article.ts';
import { type ArticleKind, type ArticleLanguage, articleLimits } from '#events/news/kinds.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { insertPicture } from './article-draft.ts';
import { PictureDialog } from './PictureDialog.tsx';
import styles from './writing.module.css';

const Preview = lazy(async () => ({ default: (await import('./ArticleBody.tsx')).ArticleBody }));

type Props = {
  articleId: string;
  kind: ArticleKind;
  lang: ArticleLanguage;
  text: ArticleText;
  onChange: (patch: Partial<ArticleText>) => void;
  /** The error of the title or the body. */
  error: (part: 'title' | 'body') => string | undefined;
  preview: boolean;
};

const isPicture = (file: File) => file.type.startsWith('image/');

export function ArticleTextFields(props: Props) {
  const { kind, lang, text, onChange, error, preview } = props;
  const { t } = useTranslation('backOffice');
  const words = kind === 'faq' ? 'faqField' : 'field';
  return (
    <section className={styles.language} aria-label={t(`language.${lang}`)}>
      <h2 className={styles.languageName}>{t(`language.${lang}`)}</h2>
      {preview ? (
        <Shown lang={lang} text={text} />
      ) : (
        <>
          <TextField
            label={t(`${words}.title`)}
            value={text.title}
            autoComplete="off"
            maxLength={articleLimits.titleMax}
            onChange={title => onChange({ title })}
            error={error('title')}
          />
          <Body {...props} label={t(`${words}.body`)} error={error('body')} />
        </>
      )}
    </section>
  );
}

function Shown({ lang, text }: { lang: ArticleLanguage; text: ArticleText }) {
  const { t } = useTranslation('backOffice');
  if (text.title === '' && text.body === '') return <p className="t-3">{t('notWritten')}</p>;
  return (
    <div className={styles.shown} lang={lang}>
      <p className={styles.shownTitle}>{text.title || t('untitled')}</p>
      <Suspense fallback={<Skeleton lines={6} label={t('loading')} />}>
        <Preview body={text.body} top={3} />
      </Suspense>
    </div>
  );
}

type BodyProps = Omit<Props, 'error'> & { label: string; error: string | undefined };

function Body({ articleId, lang, text, onChange, label, error }: BodyProps) {
  const { t } = useTranslation('backOffice');
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [waiting, setWaiting] = useState<File[]>([]);
  const [picture, ...rest] = waiting;
  /** Returns whether the dropped files included pictures. */
  const take = (files: Iterable<File> | undefined): boolean => {
    const pictures = [...(files ?? [])].filter(isPicture);
    setWaiting(before => [...before, ...pictures]);
    return pictures.length > 0;
  };
  const taken = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    if (take(files)) event.preventDefault();
  };
  const insert = (found: { alt: string; path: string }) => {
    const at = field.current?.selectionStart ?? text.body.length;
    onChange({ body: insertPicture(text.body, at, found) });
    setWaiting(rest);
  };
  const add: ReactNode = (
    <Button
      variant="quiet"
      size="small"
      icon={<ImagePlus aria-hidden="true" />}
      onPress={() => chooser.current?.click()}
    >
      {t('picture')}
    </Button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control is the field in it; this only takes what is dropped or pasted
    <div
      onPaste={event => taken(event, event.clipboardData.files)}
      onDrop={event => taken(event, event.dataTransfer.files)}
      onDragOver={event => event.dataTransfer.types.includes('Files') && event.preventDefault()}
    >
      <TextArea
        ref={field}
        className={styles.source}
        label={label}
        labelEnd={add}
        hint={t('markdownHint')}
        rows={16}
        maxLength={articleLimits.bodyMax}
        value={text.body}
        onChange={body => onChange({ body })}
        error={error}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={fileRules.article.endings.join()}
        onChange={event => {
          take(event.currentTarget.files ?? undefined);
          // Resets the input, so that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      {picture && (
        <PictureDialog
          key={`${waiting.length} ${picture.name}`}
          file={picture}
          articleId={articleId}
          language={t(`language.${lang}`)}
          onPicture={insert}
          onClose={() => setWaiting(rest)}
        />
      )}
    </div>
  );
}
