/** An unsent message: uploading, waiting for the connection, or refused. */
import { Clock3, FileText, Pause, Play, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { useConversationContext } from './ConversationContext.tsx';
import { MessageText } from './MessageText.tsx';
import styles from './message.module.css';
import type { UnsentFile, UnsentMessage } from './outbox.ts';
import { PlanReferenceCard } from './PlanReferenceCard.tsx';

function Sending({ file, client }: { file: UnsentFile; client: string }) {
  const { t } = useTranslation('chat');
  const { onDiscard, onPause } = useConversationContext();
  const { name, paused } = file;
  const percent = file.size > 0 ? Math.floor((file.sent / file.size) * 100) : 0;
  return (
    <div className={styles.sending}>
      <FileText aria-hidden="true" />
      <span className="clip">{name}</span>
      <span className="num t-small t-2">
        {file.id ? formatBytes(file.size) : t('file.percent', { percent })}
      </span>
      {!file.id && (
        <>
          <IconButton
            size="small"
            label={t(paused ? 'file.resume' : 'file.pause', { name })}
            icon={paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
            onPress={() => onPause(client, !paused)}
          />
          <IconButton
            size="small"
            label={t('file.cancel', { name })}
            icon={<X aria-hidden="true" />}
            onPress={() => onDiscard(client)}
          />
        </>
      )}
      {!file.id && (
        <span className={styles.bar}>
          <ProgressBar hideLabel label={t('file.sending', { name })} value={percent} />
        </span>
      )}
    </div>
  );
}

function useWhy({ code, issues }: UnsentMessage): string {
  const { t } = useTranslation(['error', 'chat']);
  const said = issues.map(({ issue, values }) => t(`error:issue.${issue}`, { ...values }));
  if (said.length > 0) return said.join(t('chat:semicolon'));
  return code === null ? t('chat:failed') : t(`error:${code}`);
}

export function PendingMessage({ pending }: { pending: UnsentMessage }) {
  const { t } = useTranslation('chat');
  const { onRetry, onDiscard } = useConversationContext();
  const { client, text, refs, files, state } = pending;
  const why = useWhy(pending);
  return (
    <li className={styles.message} data-mine="" data-state={state}>
      <div className={styles.body}>
        <span className="visually-hidden">{t('you')}</span>
        {text && <MessageText text={text} names={[]} />}
        {refs.map((ref, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never change their order
          <PlanReferenceCard key={i} place={ref} />
        ))}
        {files.map((file, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never change their order
          <Sending key={i} file={file} client={client} />
        ))}
        {state === 'failed' ? (
          <p className={styles.why} role="alert">
            {why}
          </p>
        ) : (
          <span className={styles.meta}>
            <Clock3 aria-hidden="true" />
            {t(`pending.${state}`)}
          </span>
        )}
        {state === 'failed' && (
          <span className={styles.acts}>
            <Button size="small" icon={<RotateCw aria-hidden="true" />} onPress={() => onRetry(client)}>
              {t('retry')}
            </Button>
            <Button size="small" variant="danger" onPress={() => onDiscard(client)}>
              {t('delete')}
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}
