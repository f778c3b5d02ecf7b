/** Facts of a submission to manufacturing: plan, number of aligners, and delivery address. */
import { useTranslation } from 'react-i18next';
import { receivedStages } from '#events/shipment/shipment.ts';
import type { CaseView } from '#projections/case/view.ts';
import { stagesText } from '#web/case/event-line.ts';
import { formatShortHash } from '#web/case/plan-value-text.ts';
import { addressLine } from '#web/features/address/delivery-copy.ts';
import { planName } from '#web/lib/plan-name.ts';
import { KeyValueList } from '#web/ui/key-values.tsx';

/** All aligners from the first to the last received. */
const upTo = (last: number) => (last > 0 ? { from: 1, to: last } : null);

export function ManufacturingSubmissionFacts({ detail }: { detail: CaseView }) {
  const { t } = useTranslation(['shop', 'case']);
  const { plans, approved, remaining, sections } = detail;
  const plan = plans.find(p => p.version === approved);
  const received = receivedStages(detail);
  const to = sections.data?.deliveryAddress;
  const values = {
    plan: plan ? `v${plan.version} ${formatShortHash(plan.bundle)} · ${planName(t, plan)}` : '',
    received: stagesText(upTo(received.upper), upTo(received.lower), t),
    open: stagesText(remaining?.upper, remaining?.lower, t),
    to: to ? addressLine(to) : '',
  };
  const items = Object.entries(values).map(([key, value]) => ({
    key,
    label: t(`shop:submit.${key}`),
    value,
  }));
  return <KeyValueList items={items.filter(({ value }) => value !== '')} labelWidth="112px" />;
}
