/** The dialog for delivering an order: courier and tracking number. */
import { retainerActions } from '#events/retainer/actions.ts';
import type { ActionFormProps } from '#web/features/actionForm/action-form.ts';
import { parcelRows } from '#web/features/actionForm/parcel-rows.ts';
import { TableForm } from '#web/features/actionForm/SchemaForm.tsx';
import { schemaDialog } from '#web/features/actionForm/schema-dialog.ts';

export const deliverDialogs = {
  deliverRetainer: schemaDialog(retainerActions.deliverRetainer.input, ['rx'], ({ t }) => ({
    size: 'small',
    needs: t('action:courierAndNumber'),
    rows: [parcelRows(t)],
  })),
};

export const DeliverForm = (props: ActionFormProps) => <TableForm {...props} dialogs={deliverDialogs} />;
