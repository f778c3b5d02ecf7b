/** Dialogs of process control: a treatment record, and later archives. */
import { processActions } from '#events/process/actions.ts';
import type { ActionFormProps } from '#web/features/actionForm/action-form.ts';
import { DialogTableForm } from '#web/features/actionForm/SchemaForm.tsx';
import { createSchemaDialog } from '#web/features/actionForm/schema-dialog.ts';
import { lastStageOfWornPlan, likelyStage } from './likely-stage.ts';

export const processDialogs = {
  recordProcess: createSchemaDialog(
    processActions.recordProcess.input,
    ['process'],
    ({ t, detail, today, values, fileIds }) => ({
      needs: t('process:recordNeeds'),
      isComplete: fileIds.length > 0 || Boolean(values.remarks?.trim()),
      rows: [
        [
          { name: 'date', label: t('process:date'), first: today, max: today },
          {
            name: 'stage',
            label: t('process:stage'),
            hint: t('process:stageHint', { last: detail ? lastStageOfWornPlan(detail) : 0 }),
            first: detail ? likelyStage(detail, today) : null,
            max: detail && lastStageOfWornPlan(detail),
          },
        ],
        { name: 'files', label: t('process:photos'), file: { kind: 'photo' } },
        { name: 'files', label: t('process:models'), file: { kind: 'stl' } },
        { name: 'remarks', label: t('case:note.recordProcess') },
      ],
    }),
  ),
  addOther: createSchemaDialog(processActions.addOther.input, ['process'], ({ t }) => ({
    needs: t('process:otherNeeds'),
    rows: [
      {
        name: 'files',
        label: t('process:archives'),
        hint: t('process:archivesHint'),
        file: { kind: 'other' },
      },
    ],
  })),
};

export const ProcessActionForm = (props: ActionFormProps) => (
  <DialogTableForm {...props} dialogs={processDialogs} />
);
