/** The files of the case beside those on their way: what stands in a slot, adding, replacing and taking off. */
import { useTranslation } from 'react-i18next';
import type { Slot } from '#events/case/options.ts';
import type { FileItem } from '#projections/case/view.ts';
import type { UploadItem } from '#web/features/file/useUploads.ts';
import { command, refresh } from '#web/lib/act.ts';
import type { StoppedUpload } from '#web/lib/stopped-uploads.ts';
import { announce } from '#web/ui/live-region.tsx';
import { useWizard } from './context.ts';

export type Place = {
  /** What the case has here. */
  file: FileItem | undefined;
  /** What is on its way here, or was refused. */
  upload: UploadItem | undefined;
  /** What was cut off on its way here. */
  stopped: StoppedUpload | undefined;
};

export function useCaseFiles() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view, uploads } = useWizard();
  /** The case has it. Others hear of it as soon as its own page does, which may be before the last answer. */
  const arrived = ({ fileId, sha256, slot }: UploadItem) =>
    view.files.some(file => file.id === fileId || (file.sha256 === sha256 && file.slot === slot));

  const at = (slot: Slot): Place => ({
    file: view.files.find(file => file.slot === slot),
    upload: uploads.items.find(item => item.slot === slot && !arrived(item)),
    stopped: uploads.stopped.find(upload => upload.slot === slot),
  });
  const pathOf = (file: FileItem) =>
    `/cases/${encodeURIComponent(view.caseId)}/files/${encodeURIComponent(file.id)}`;
  const remove = async (file: FileItem) => {
    const done = await command('DELETE', pathOf(file));
    if (!done.ok) return;
    announce(t('wizard:files.removed', { name: file.name }));
    await refresh(view.caseId);
  };
  /** To another place of its kind; what stands there takes its own. */
  const move = async (file: FileItem, slot: Slot) => {
    const done = await command('PUT', pathOf(file), { slot });
    if (!done.ok) return;
    announce(t('wizard:files.moved', { name: t(`rx:slot.${slot}`) }));
    await refresh(view.caseId);
  };
  return { at, add: uploads.add, move, remove, arrived };
}
