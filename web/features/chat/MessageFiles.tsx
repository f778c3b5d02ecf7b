/** The files of a message: pictures as thumbnails that open larger, other files by name and size. */
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatFile } from '#projections/chat/item.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './message.module.css';

const isPicture = ({ mime }: ChatFile) => mime.startsWith('image/');
const hrefOf = ({ id }: ChatFile) => `/api/files/${id}`;

function Picture({ file }: { file: ChatFile }) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={t('file.look', { name: file.name })}
        onClick={() => setOpen(true)}
      >
        <FilePicture file={{ id: file.id, kind: 'chat' }} alt="" />
      </button>
      {open && (
        <Dialog
          open
          size="large"
          title={file.name}
          onClose={() => setOpen(false)}
          actions={
            <LinkButton href={hrefOf(file)} download={file.name} icon={<Download aria-hidden="true" />}>
              {t('file.download')}
            </LinkButton>
          }
        >
          <img className={styles.large} src={hrefOf(file)} alt={file.name} />
        </Dialog>
      )}
    </>
  );
}

export function MessageFiles({ files }: { files: readonly ChatFile[] }) {
  return files.map(file =>
    isPicture(file) ? (
      <Picture key={file.id} file={file} />
    ) : (
      <a key={file.id} className={styles.file} href={hrefOf(file)} download={file.name}>
        <FileText aria-hidden="true" />
        <span className="clip">{file.name}</span>
        <span className="num t-small t-2">{formatBytes(file.size)}</span>
      </a>
    ),
  );
}
