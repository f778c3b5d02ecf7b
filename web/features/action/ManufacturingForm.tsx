/** Submitting the next aligners to manufacturing: of which plan, how many, and where they go. */
import { useTranslation } from 'react-i18next';
import { receivedStages } from '#events/shipment/shipment.ts';
import { addressLine } from '#web/features/address/copy.ts';
import { stagesText } from '#web/features/case/event-line.ts';
import { shortHash } from '#web/features/review/value-words.ts';
import { planName } from '#web/lib/plan-name.ts';
import { KeyValues } from '#web/ui/key-values.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';

/** All aligners from the first to the last that has come. */
const upTo = (last: number) => (last > 0 ? { from: 1, to: last } : null);

function Facts({ detail }: { detail: NonNullable<FormProps['detail']> }) {
  const { t } = useTranslation(['shop', 'case']);
  const { plans, approved, remaining, sections } = detail;
  const plan = plans.find(p => p.version === approved);
  const received = receivedStages(detail);
  const to = sections.data?.deliveryAddress;
  const items = [
    {
      key: 'plan',
      label: t('shop:submit.plan'),
      value: plan ? `v${plan.version} ${shortHash(plan.bundle)} · ${planName(t, plan)}` : '',
    },
    {
      key: 'received',
      label: t('shop:submit.received'),
      value: stagesText(upTo(received.upper), upTo(received.lower), t),
    },
    { key: 'open', label: t('shop:submit.open'), value: stagesText(remaining?.upper, remaining?.lower, t) },
    {
      key: 'to',
      label: t('shop:submit.to'),
      value: to ? addressLine(to) : '',
    },
  ];
  return <KeyValues items={items.filter(({ value }) => value !== '')} labelWidth="112px" />;
}

export function ManufacturingForm(props: FormProps) {
  const { t } = useTranslation('shop');
  const form = useForm(props, {});
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={props.detail === undefined}
      error={form.other([])}
      submit={() => void form.submit({})}
    >
      {props.detail && <Facts detail={props.detail} />}
      <p className="t-2">{t('submit.how')}</p>
    </FormDialog>
  );
}
