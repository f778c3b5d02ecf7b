/** An interrupted upload: its progress, and the hint that choosing the same file resumes it. */
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StoppedUpload } from '#web/lib/stopped-uploads.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import styles from './file.module.css';
import type { UploadControl } from './useUploads.ts';

export function InterruptedUploadRow({ upload, uploads }: { upload: StoppedUpload; uploads: UploadControl }) {
  const { t } = useTranslation('file');
  const { name, sent, size } = upload;
  return (
    <div className={styles.stopped}>
      <p>{t('stopped', { name, percent: Math.floor((100 * sent) / size) })}</p>
      <IconButton
        size="small"
        label={t('forget', { name })}
        icon={<X />}
        onPress={() => void uploads.forget(upload)}
      />
    </div>
  );
}
