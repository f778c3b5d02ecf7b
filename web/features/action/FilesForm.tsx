/** Answering a request for information, and recording the scans of plaster models: a note and files. */
import { useTranslation } from 'react-i18next';
import { orderedArches } from '#events/case/draft.ts';
import type { Slot } from '#events/case/options.ts';
import { FilesField } from '#web/features/file/FilesField.tsx';
import { useUploads } from '#web/features/file/useUploads.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';

/** Model slots that the dialog asks for: the refused ones, or the arches that the order names. */
function wantedSlots({ action, detail }: FormProps): Slot[] {
  const refused = detail?.request?.defects.flatMap(d => (d.slot ? [d.slot as Slot] : [])) ?? [];
  if (action === 'answer') return refused;
  return [...orderedArches(detail?.sections.prescription ?? {}), 'bite'];
}

export function FilesForm(props: FormProps) {
  const { t } = useTranslation(['action', 'case', 'rx', 'error']);
  const { action, caseId, detail } = props;
  const form = useForm(props, { note: '' });
  const uploads = useUploads({ caseId });
  const note = form.values.note.trim();
  const answering = action === 'answer';
  const empty = answering ? note === '' && uploads.fileIds.length === 0 : uploads.fileIds.length === 0;
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={empty || uploads.busy}
      disabledReason={uploads.busy ? t('action:wait') : t('action:noteOrFiles')}
      error={form.error('files') ?? form.other(['note', 'files'])}
      submit={() => void form.submit({ ...(answering && note ? { note } : {}), files: uploads.fileIds })}
    >
      {detail?.request?.note && <Banner tone="warn">{detail.request.note}</Banner>}
      {detail?.request?.defects.map(d => (
        <Banner key={d.fileId} tone="danger">
          {t(`rx:slot.${d.slot ?? 'upper'}`)}: {d.defects.map(word => t(`error:defect.${word}`)).join(' · ')}
        </Banner>
      ))}
      {answering && <TextArea label={t('case:note.answer')} {...form.field('note', form.values.note)} />}
      {wantedSlots(props).map(slot => (
        <FilesField
          key={slot}
          label={t(`rx:slot.${slot}`)}
          kind="stl"
          slot={slot}
          multiple={false}
          uploads={uploads}
        />
      ))}
      {answering && <FilesField label={t('action:photos')} kind="photo" uploads={uploads} />}
      {answering && <FilesField label={t('action:archive')} kind="archive" uploads={uploads} />}
    </FormDialog>
  );
}
