/**
 * Attachments of the message being written: the message it answers or edits, its files, and its places in
 * plans.
 */

import { CornerUpLeft, FileText, MapPin, Pencil, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fileRules } from '#events/file/kinds.ts';
import { uploadFaultText } from '#web/features/file/upload-fault-text.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import type { UploadFault } from '#web/lib/upload.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import styles from './composer.module.css';
import { usePlanReferenceFormatter } from './PlanReferenceCard.tsx';
import type { ComposerFile, ComposerState } from './useComposer.ts';

function Line({
  icon,
  children,
  off,
  onOff,
}: {
  icon: ReactNode;
  children: ReactNode;
  off: string;
  onOff: () => void;
}) {
  return (
    <li className={styles.attached}>
      {icon}
      {children}
      <IconButton size="small" label={off} icon={<X aria-hidden="true" />} onPress={onOff} />
    </li>
  );
}

const isTooLarge = ({ issues }: UploadFault) => issues.some(({ issue }) => issue === 'file-too-large');

function FileLine({ one, onOff }: { one: ComposerFile; onOff: () => void }) {
  const { t } = useTranslation(['chat', 'file', 'error', 'rx']);
  const { name, size } = one.file;
  return (
    <Line icon={<FileText aria-hidden="true" />} off={t('chat:file.off', { name })} onOff={onOff}>
      <span className={styles.what}>
        <span className="clip">{name}</span>
        {one.fault && (
          <span className={styles.fault} role="alert">
            {isTooLarge(one.fault)
              ? t('chat:file.tooLarge', { most: formatBytes(fileRules.chat.maxBytes) })
              : uploadFaultText(t, { error: one.fault, kind: 'chat' })}
          </span>
        )}
      </span>
      <span className="num t-small t-2">{formatBytes(size)}</span>
    </Line>
  );
}

export function ComposerAttachments({ composing }: { composing: ComposerState }) {
  const { t } = useTranslation('chat');
  const refWords = usePlanReferenceFormatter();
  const { replyTo, editing, files, refs, leave, drop, unpoint } = composing;
  if (!replyTo && !editing && files.length + refs.length === 0) return null;
  return (
    <ul className={styles.with}>
      {editing && (
        <Line icon={<Pencil aria-hidden="true" />} off={t('leaveEdit')} onOff={leave}>
          <span className={styles.what}>{t('editing')}</span>
        </Line>
      )}
      {replyTo && (
        <Line icon={<CornerUpLeft aria-hidden="true" />} off={t('leaveReply')} onOff={leave}>
          <span className={styles.what}>
            <b>{t('replying', { name: actorName(replyTo.by, t) })}</b>
            <span className="clip t-2">{replyTo.text || t('preview.attached')}</span>
          </span>
        </Line>
      )}
      {files.map(one => (
        <FileLine key={one.key} one={one} onOff={() => drop(one.key)} />
      ))}
      {refs.map((ref, i) => {
        const { what, where } = refWords(ref);
        return (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: the same place may occur twice
            key={i}
            icon={<MapPin aria-hidden="true" />}
            off={t('file.off', { name: what })}
            onOff={() => unpoint(i)}
          >
            <span className={styles.what}>
              <b>{what}</b>
              <span className="t-2 num">{where}</span>
            </span>
          </Line>
        );
      })}
    </ul>
  );
}
