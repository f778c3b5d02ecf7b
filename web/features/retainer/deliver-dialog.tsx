/** The dialog for delivering an order: courier and tracking number. */
import { retainerActions } from '#events/retainer/actions.ts';
import type { ActionFormProps } from '#web/features/actionForm/action-form.ts';
import { parcelDialogRows } from '#web/features/actionForm/parcel-dialog-rows.ts';
import { DialogTableForm } from '#web/features/actionForm/SchemaForm.tsx';
import { createSchemaDialog } from '#web/features/actionForm/schema-dialog.ts';

export const deliverDialogs = {
  deliverRetainer: createSchemaDialog(retainerActions.deliverRetainer.input, ['rx'], ({ t }) => ({
    size: 'small',
    needs: t('action:courierAndNumber'),
    rows: [parcelDialogRows(t)],
  })),
};

export const DeliverRetainerForm = (props: ActionFormProps) => (
  <DialogTableForm {...props} dialogs={deliverDialogs} />
);
