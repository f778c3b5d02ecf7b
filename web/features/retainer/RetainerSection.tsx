/** The section of the case page with all retainer orders: steps, basis, and possible actions. */

import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  nextRetainerActionByStatus,
  type RetainerAction,
  RetainerStatus,
  retainerActionByShortName,
} from '#events/retainer/retainer.ts';
import type { RetainerItem } from '#projections/case/follow-up.ts';
import type { CaseView } from '#projections/case/view.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { dayOf } from '#web/lib/format.ts';
import { ArchStepper } from '#web/ui/arch-stepper.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RetainerStatusChip } from './RetainerStatusChip.tsx';
import { RetainerStepButton } from './RetainerStepButton.tsx';
import styles from './retainer.module.css';
import { arches } from './retainer-form.ts';
import { retainerFormHref } from './retainer-search.ts';
import { fixedRetainerText, retainerBasisText } from './retainer-text.ts';

type Props = { view: CaseView; past: boolean };

/** The action on the order that this person may take now; only the newest order can be reordered. */
function actOf(order: RetainerItem, view: CaseView): RetainerAction | null {
  const act = nextRetainerActionByStatus[order.status];
  if (act === 'apply' && view.retainers.at(-1) !== order) return null;
  return view.may[retainerActionByShortName[act]] === 'yes' ? act : null;
}

export function RetainerSection({ view, past }: Props) {
  const { t } = useTranslation(['retainer', 'case']);
  const first = view.retainers.length === 0 && !past && view.may.applyRetainer === 'yes';
  const apply = first && (
    <LinkButton href={retainerFormHref(view.caseId)} icon={<Plus />} variant="outline">
      {t('retainer:apply')}
    </LinkButton>
  );
  return (
    <Panel id="retainer" title={t('case:page.retainer')} flush>
      {view.retainers.length === 0 ? (
        <EmptyState title={t('retainer:section.none')} action={apply}>
          {t('retainer:section.noneHow')}
        </EmptyState>
      ) : (
        <ol className={styles.orders}>
          {view.retainers.toReversed().map(order => (
            <Order key={order.id} view={view} order={order} act={past ? null : actOf(order, view)} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

type OrderProps = { view: CaseView; order: RetainerItem };

function Order({ view, order, act }: OrderProps & { act: RetainerAction | null }) {
  const { t } = useTranslation(['retainer', 'rx']);
  return (
    <li className={styles.order} data-order={order.id}>
      <h3 className={`t-title ${styles.orderHead}`}>
        <span className="num">{order.id}</span>
        <span>
          {t(`rx:option.retainerType.${order.type}`)} · {t(`rx:option.retainerArch.${order.arch}`)}
        </span>
        <RetainerStatusChip status={order.status} />
        <span className="push">
          {act && <RetainerStepButton order={{ ...order, caseId: view.caseId }} act={act} />}
        </span>
      </h3>
      <Steps order={order} />
      <Facts view={view} order={order} />
    </li>
  );
}

/** Applied, produced, delivered, received: person and time, and the next step. */
function Steps({ order }: { order: RetainerItem }) {
  const { t } = useTranslation(['retainer', 'case']);
  const done = [order, order.produced, order.delivered, order.received];
  const names = ['applied', 'produced', 'delivered', 'received'] as const;
  return (
    <ArchStepper
      label={t('retainer:steps', { id: order.id })}
      variant="progress"
      tone={order.status === RetainerStatus.ToReceive ? 'warn' : 'brand'}
      steps={names.map((name, i) => {
        const step = done[i];
        const state = step ? 'done' : i === order.status ? 'current' : 'todo';
        const note = step
          ? dayOf(step.at).slice(5)
          : state === 'current'
            ? t(`case:retainer.status.${order.status}`)
            : undefined;
        const title = step
          ? `${dayOf(step.at)} ${t('retainer:by', { name: actorName(step.by, t) })}`
          : undefined;
        return { id: name, label: t(`retainer:step.${name}`), state, note, title };
      })}
    />
  );
}

function Facts({ view, order }: OrderProps) {
  const { t } = useTranslation(['retainer', 'rx']);
  const { delivered, note, pontics, fixed, quantity, address } = order;
  const parcel = delivered && `${t(`rx:option.courier.${delivered.courier}`)} ${delivered.trackingNumber}`;
  const bases = arches.flatMap(arch => {
    const basis = order[arch];
    if (!basis) return [];
    const words = retainerBasisText(view.caseId, basis, t);
    return [
      {
        label: t(`retainer:form.basisOf.${arch}`),
        value: basis.fileId ? (
          <a className="link" href={`/api/files/${basis.fileId}`} download>
            {words}
          </a>
        ) : (
          words
        ),
      },
    ];
  });
  return (
    <KeyValueList
      columns={2}
      items={[
        ...bases,
        ...(pontics.length > 0
          ? [{ label: t('retainer:form.pontic'), value: <span className="num">{pontics.join(' ')}</span> }]
          : []),
        { label: t('retainer:form.fixed'), value: fixedRetainerText(fixed, t) },
        { label: t('retainer:form.quantity'), value: t('retainer:each', { count: quantity }) },
        ...(parcel
          ? [{ label: t('retainer:column.tracking'), value: <span className="num">{parcel}</span> }]
          : []),
        { label: t('retainer:form.address'), value: address || '–' },
        ...(note ? [{ label: t('retainer:form.note'), value: note }] : []),
      ]}
    />
  );
}
