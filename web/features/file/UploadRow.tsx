/** One upload as a line: name, size, progress, speed, and what can be done about it. */
import { Pause, Play, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { bytes } from './bytes.ts';
import styles from './file.module.css';
import type { UploadItem, Uploads } from './useUploads.ts';

export function UploadRow({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { t } = useTranslation(['file', 'error']);
  const percent = Math.floor((item.sent / item.size) * 100);
  const state = t(`file:state.${item.state}`);
  return (
    <div className={styles.row} data-state={item.state}>
      <div className={styles.name}>
        <span className="clip">{item.name}</span>
        <span className="num t-3">{bytes(item.size)}</span>
      </div>
      {item.error ? (
        <p className={styles.error} role="alert">
          {'word' in item.error
            ? t(`error:issue.${item.error.word}`)
            : item.error.message || t('file:failed')}
        </p>
      ) : (
        <ProgressBar
          label={t('file:progressOf', { name: item.name })}
          hideLabel
          value={percent}
          tone={item.state === 'done' ? 'ok' : 'brand'}
          text={item.state === 'sending' ? `${percent} % · ${bytes(item.speed)}/s` : state}
        />
      )}
      <div className="row">
        {item.state === 'sending' && (
          <IconButton
            size="small"
            label={t('file:pause')}
            icon={<Pause />}
            onPress={() => uploads.pause(item.key)}
          />
        )}
        {item.state === 'paused' && (
          <IconButton
            size="small"
            label={t('file:resume')}
            icon={<Play />}
            onPress={() => uploads.resume(item.key)}
          />
        )}
        <IconButton
          size="small"
          label={t('file:remove', { name: item.name })}
          icon={<X />}
          onPress={() => uploads.remove(item.key)}
        />
      </div>
    </div>
  );
}
