/** Article fields other than text: topic and order of a question, version and file of a program. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ArticleKind, articleLimits, downloadPlatforms, faqGroups } from '#events/news/kinds.ts';
import { uploadFaultText } from '#web/features/file/upload-fault-text.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { formatFileSize } from '#web/lib/format.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ArticleDraft } from './article-draft.ts';
import { uploadArticleFile } from './article-upload.ts';
import styles from './writing.module.css';

type Props = {
  kind: ArticleKind;
  typed: ArticleDraft;
  onChange: (patch: Partial<ArticleDraft>) => void;
  error: (path: string) => string | undefined;
};

const kinds: readonly ArticleKind[] = ['faq', 'version', 'download'];
/** Whether articles of a kind have fields other than text. */
export const hasDetailFields = (kind: ArticleKind): boolean => kinds.includes(kind);

export function ArticleDetailFields(props: Props) {
  const { kind, typed, onChange, error } = props;
  const { t } = useTranslation(['backOffice', 'news']);
  return (
    <div className={styles.facts}>
      {kind === 'faq' && (
        <Select
          label={t('backOffice:field.group')}
          required
          placeholder={t('backOffice:choose')}
          value={typed.group ?? ''}
          onChange={group => onChange({ group })}
          options={faqGroups.map(value => ({ value, label: t(`news:group.${value}`) }))}
          error={error('group')}
        />
      )}
      {kind !== 'faq' && (
        <TextField
          label={t('backOffice:field.version')}
          required
          numeric
          placeholder="1.4.2"
          autoComplete="off"
          maxLength={articleLimits.versionMax}
          value={typed.version}
          onChange={version => onChange({ version })}
          error={error('version')}
        />
      )}
      {kind === 'download' && (
        <Select
          label={t('backOffice:field.platform')}
          required
          placeholder={t('backOffice:choose')}
          value={typed.platform ?? ''}
          onChange={platform => onChange({ platform })}
          options={downloadPlatforms.map(value => ({ value, label: t(`news:platform.${value}`) }))}
          error={error('platform')}
        />
      )}
      {kind !== 'version' && (
        <NumberField
          label={t('backOffice:field.order')}
          hint={t('backOffice:orderHint')}
          min={0}
          max={articleLimits.orderMax}
          step={10}
          value={typed.order}
          onChange={order => onChange({ order: order ?? 0 })}
          error={error('order')}
        />
      )}
      {kind === 'download' && <DownloadFile {...props} />}
    </div>
  );
}

function DownloadFile({ typed: { download }, onChange, error }: Props) {
  const { t } = useTranslation(['backOffice', 'file', 'error', 'rx']);
  const { lang } = useBoot();
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState('');
  const take = async ([file]: File[]) => {
    if (!file) return;
    setFault('');
    setShare(0);
    const sent = await uploadArticleFile(file, 'download', setShare);
    setShare(null);
    if (!sent.ok) return setFault(uploadFaultText(t, { error: sent.fault, kind: 'download' }));
    const { id, sha256 } = sent;
    onChange({ download: { id, sha256, name: file.name, size: file.size } });
  };
  const wrong = fault || error('download');
  return (
    <div className={styles.file}>
      <span className="t-small t-2">{t('backOffice:field.download')}</span>
      <FileDrop
        label={t('backOffice:chooseFile')}
        tone={wrong ? 'wanted' : 'plain'}
        onFiles={files => void take(files)}
        disabled={share !== null}
      >
        {t(download ? 'backOffice:replaceFile' : 'backOffice:dropFile')}
      </FileDrop>
      {share !== null && <ProgressBar label={t('backOffice:sending')} value={Math.round(share * 100)} />}
      {wrong && (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
      {download && (
        <p className="t-small t-2">
          {download.name} · <span className="num">{formatFileSize(download.size, lang)}</span> · SHA-256{' '}
          <code className={styles.hash}>{download.sha256}</code>
        </p>
      )}
    </div>
  );
}
