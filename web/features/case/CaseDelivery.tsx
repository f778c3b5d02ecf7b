/** The delivery address of a submitted case, with a button to change it. */
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { useActionHost } from '#web/features/actionForm/action-host.ts';
import { DeliveryAddressView } from '#web/features/address/DeliveryAddressView.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function CaseDelivery({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['case', 'address']);
  const { run } = useActionHost();
  const { data } = view.sections;
  // The address is undefined for positions that may not see it.
  if (data === undefined || view.header.submittedAt === null) return null;
  const may = !past && view.may.setDelivery === 'yes';
  if (!may && !data.deliveryAddress) return null;
  return (
    <Panel
      id="delivery"
      title={t('address:parcel.title')}
      action={
        may && (
          <Button size="small" onPress={() => run('setDelivery', view.header)}>
            {t(data.deliveryAddress ? 'address:parcel.change' : 'case:action.setDelivery')}
          </Button>
        )
      }
    >
      <DeliveryAddressView to={data.deliveryAddress} />
    </Panel>
  );
}
