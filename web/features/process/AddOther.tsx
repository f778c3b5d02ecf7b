/** Archives that come to a case after it was handed in. */
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/features/action/FormDialog.tsx';
import type { FormProps } from '#web/features/action/send.ts';
import { useForm } from '#web/features/action/useForm.ts';
import { FilesField } from '#web/features/file/FilesField.tsx';
import { useUploads } from '#web/features/file/useUploads.ts';

export function AddOther(props: FormProps) {
  const { t } = useTranslation(['process', 'action']);
  const form = useForm(props, {});
  const uploads = useUploads({ caseId: props.caseId });
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={uploads.fileIds.length === 0 || uploads.busy}
      disabledReason={uploads.busy ? t('action:wait') : t('process:otherNeeds')}
      error={form.error('files') ?? form.other(['files'])}
      submit={() => void form.submit({ files: uploads.fileIds })}
    >
      <FilesField
        label={t('process:archives')}
        hint={t('process:archivesHint')}
        kind="other"
        uploads={uploads}
      />
    </FormDialog>
  );
}
