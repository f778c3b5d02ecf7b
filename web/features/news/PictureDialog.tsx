/** Dialog for adding a picture to a text: preview, description, upload. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { articleFilePath } from '#events/news/pictures.ts';
import { uploadFaultText } from '#web/features/file/upload-fault-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { uploadArticleFile } from './article-upload.ts';
import styles from './writing.module.css';

type Props = {
  file: File;
  articleId: string;
  /** Language of the picture's description. */
  language: string;
  onPicture: (picture: { alt: string; path: string }) => void;
  onClose: () => void;
};

const altMax = 200;

/** An object URL of the file while it is shown. */
function useShown(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

export function PictureDialog({ file, articleId, language, onPicture, onClose }: Props) {
  const { t } = useTranslation(['backOffice', 'file', 'error', 'rx']);
  const url = useShown(file);
  const [alt, setAlt] = useState('');
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState('');
  const submit = async () => {
    setAsked(true);
    if (pending || alt.trim() === '') return;
    setPending(true);
    setFault('');
    const sent = await uploadArticleFile(file, 'article');
    setPending(false);
    if (sent.ok) onPicture({ alt, path: articleFilePath(articleId, sent.id) });
    else setFault(uploadFaultText(t, { error: sent.fault, kind: 'article' }));
  };
  return (
    <SubmitDialog
      title={t('backOffice:pictureTitle')}
      onClose={onClose}
      cancel={t('backOffice:cancel')}
      confirm={t('backOffice:insert')}
      submit={submit}
      pending={pending}
    >
      <div className={styles.form}>
        {fault && <Banner tone="danger">{fault}</Banner>}
        {url && <img className={styles.preview} src={url} alt="" />}
        <TextField
          label={t('backOffice:alt', { language })}
          hint={t('backOffice:altHint')}
          required
          autoFocus
          autoComplete="off"
          maxLength={altMax}
          value={alt}
          onChange={setAlt}
          error={asked && alt.trim() === '' ? t('error:issue.required') : undefined}
        />
      </div>
    </SubmitDialog>
  );
}
