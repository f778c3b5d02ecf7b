/** A field for any number of files: a drop box and a line per file; the dialog receives their ids. */
import { useTranslation } from 'react-i18next';
import type { FileKind, Slot } from '#events/case/options.ts';
import { fileRules } from '#events/file/kinds.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import styles from './file.module.css';
import { UploadRow } from './UploadRow.tsx';
import type { UploadControl } from './useUploads.ts';

type Props = {
  label: string;
  hint?: string;
  kind: FileKind;
  slot?: Slot;
  multiple?: boolean;
  uploads: UploadControl;
  error?: string;
};

export function FilesField({ label, hint, kind, slot, multiple = true, uploads, error }: Props) {
  const { t } = useTranslation('file');
  const mine = uploads.items.filter(i => i.kind === kind && (slot === undefined || i.slot === slot));
  const add = (files: File[]) => {
    for (const file of files) uploads.add(file, kind, slot ?? null);
  };
  return (
    <div className={styles.field}>
      <div className="t-small t-strong">{label}</div>
      <FileDrop
        label={label}
        accept={fileRules[kind].endings.join()}
        multiple={multiple}
        onFiles={add}
        ratio="auto"
      >
        {hint ?? t('drop')}
      </FileDrop>
      {mine.map(item => (
        <UploadRow key={item.key} item={item} uploads={uploads} />
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
