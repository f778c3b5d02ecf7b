/** One upload as a line: name, size, progress, speed, and actions. */
import { Pause, Play, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import styles from './file.module.css';
import { mayRetryUpload, uploadFaultText } from './upload-fault-text.ts';
import type { UploadControl, UploadItem } from './useUploads.ts';

/** Whole percent; reading and sending each run from 0 to 100. */
const percentOf = ({ state, read, sent, size }: UploadItem) =>
  Math.floor(100 * (state === 'checking' || state === 'turning' ? read : sent / size));

function Bar({ item }: { item: UploadItem }) {
  const { t } = useTranslation('file');
  const { state, speed } = item;
  const percent = percentOf(item);
  const text = {
    checking: t('percent', { state: t('state.checking'), percent }),
    turning: t('percent', { state: t('state.turning'), percent }),
    sending: `${percent} % · ${formatBytes(speed)}/s`,
    paused: t('percent', { state: t('state.paused'), percent }),
    done: t('state.done'),
    failed: t('state.failed'),
  }[state];
  return (
    <ProgressBar
      label={t('progressOf', { name: item.name })}
      hideLabel
      value={percent}
      tone={state === 'done' ? 'ok' : 'brand'}
      text={<span className="num">{text}</span>}
    />
  );
}

export function UploadLine({ item, uploads }: { item: UploadItem; uploads: UploadControl }) {
  const { t } = useTranslation(['file', 'error', 'rx']);
  return (
    <div className={styles.row} data-state={item.state}>
      <div className={styles.name}>
        <span className="clip" title={item.name}>
          {item.name}
        </span>
        <span className="num t-3">{formatBytes(item.size)}</span>
      </div>
      {item.error ? <p className={styles.error}>{uploadFaultText(t, item)}</p> : <Bar item={item} />}
      <div className="row">
        {item.state === 'sending' && (
          <IconButton
            size="small"
            label={t('file:pause', { name: item.name })}
            icon={<Pause />}
            onPress={() => uploads.pause(item.key)}
          />
        )}
        {item.state === 'paused' && (
          <IconButton
            size="small"
            label={t('file:resume', { name: item.name })}
            icon={<Play />}
            onPress={() => uploads.resume(item.key)}
          />
        )}
        {mayRetryUpload(item) && (
          <IconButton
            size="small"
            label={t('file:retry', { name: item.name })}
            icon={<RotateCw />}
            onPress={() => uploads.retry(item)}
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
