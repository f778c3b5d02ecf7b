/** The files of the case and the uploads in progress: slot contents, adding, moving and removing. */
import { useTranslation } from 'react-i18next';
import type { Slot } from '#events/case/options.ts';
import type { FileItem } from '#projections/case/view.ts';
import type { UploadItem } from '#web/features/file/useUploads.ts';
import { refreshCase, sendCommand } from '#web/lib/act.ts';
import type { StoppedUpload } from '#web/lib/stopped-uploads.ts';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';
import { useWizard } from './wizard-context.ts';

export type SlotContent = {
  /** The stored file in the slot. */
  file: FileItem | undefined;
  /** The upload to the slot: in progress or refused. */
  upload: UploadItem | undefined;
  /** An interrupted upload to the slot. */
  stopped: StoppedUpload | undefined;
};

export function useCaseFiles() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view, uploads } = useWizard();
  /** Whether the case already has the file. The case page may show it before the upload's last answer. */
  const arrived = ({ fileId, sha256, slot }: UploadItem) =>
    view.files.some(file => file.id === fileId || (file.sha256 === sha256 && file.slot === slot));

  const at = (slot: Slot): SlotContent => ({
    file: view.files.find(file => file.slot === slot),
    upload: uploads.items.find(item => item.slot === slot && !arrived(item)),
    stopped: uploads.stopped.find(upload => upload.slot === slot),
  });
  const pathOf = (file: FileItem) =>
    `/cases/${encodeURIComponent(view.caseId)}/files/${encodeURIComponent(file.id)}`;
  const remove = async (file: FileItem) => {
    const done = await sendCommand('DELETE', pathOf(file));
    if (!done.ok) return;
    announceToScreenReaders(t('wizard:files.removed', { name: file.name }));
    await refreshCase(view.caseId);
  };
  /** Moves a file to another slot of its kind; the file there takes the old slot. */
  const move = async (file: FileItem, slot: Slot) => {
    const done = await sendCommand('PUT', pathOf(file), { slot });
    if (!done.ok) return;
    announceToScreenReaders(t('wizard:files.moved', { name: t(`rx:slot.${slot}`) }));
    await refreshCase(view.caseId);
  };
  return { at, add: uploads.add, move, remove, arrived };
}
