/** The order as it was written: every row of the form that is answered, and what changed since it was submitted before. */
import { useTranslation } from 'react-i18next';
import type { Difference } from '#events/order/difference.ts';
import { answerOf, isAsked, type OrderRow, type OrderSection, orderForm } from '#events/order/form.ts';
import type { CaseView } from '#projections/case/view.ts';
import { rowText } from '#web/features/order/answer.ts';
import { OrderPdf } from '#web/features/order/OrderPdf.tsx';
import { type Comparison, useComparison } from '#web/features/order/useComparison.ts';
import { CaseRemarks } from '#web/features/process/Remarks.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { KeyValues } from '#web/ui/key-values.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from '../case.module.css';
import { Teeth } from './Teeth.tsx';

type Props = { view: CaseView; compared: Comparison | undefined };

function Answer({ row, text, change }: { row: OrderRow; text: string; change: Difference | undefined }) {
  const { t } = useTranslation(['order', 'rx', 'wizard']);
  if (!change) return text;
  const was = rowText(t, row, change.before);
  return (
    <>
      {text || t('order:changed.taken')}{' '}
      <span className={`t-small t-2 ${styles.was}`}>
        {was ? t('order:changed.was', { value: was }) : t('order:changed.wasNothing')}
      </span>
    </>
  );
}

function Section({ section, view, compared }: Props & { section: OrderSection }) {
  const { t } = useTranslation(['order', 'rx', 'wizard']);
  const asked = section.rows.filter(row => isAsked(view, row));
  const items = asked.flatMap(row => {
    const text = rowText(t, row, answerOf(view, row));
    const change = compared?.changed.get(row.path);
    if (text === '' && !change) return [];
    const value = <Answer key={row.path} row={row} text={text} change={change} />;
    return [{ key: row.path, label: t(row.label), value, changed: change && compared?.title }];
  });
  const markers = section.name === 'markers';
  if (asked.length === 0) return null;
  return (
    <section className={markers ? styles.wide : undefined}>
      <h3 className="eyebrow">{t(`rx:section.${section.name}`)}</h3>
      {items.length > 0 ? (
        <KeyValues items={items} labelWidth="132px" />
      ) : (
        !markers && <p className="t-2">{t('order:nothing')}</p>
      )}
      {markers && <Teeth markers={view.sections.markers} />}
    </section>
  );
}

function Compared({ title, changed }: Comparison) {
  const { t } = useTranslation('order');
  return (
    <p className={styles.compared}>
      {title}
      <Badge tone={changed.size > 0 ? 'warn' : 'neutral'}>
        {changed.size > 0 ? t('changed.count', { count: changed.size }) : t('changed.none')}
      </Badge>
    </p>
  );
}

export function OrderForm({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation('case');
  const compared = useComparison(view);
  return (
    <Panel
      id="orderForm"
      title={t('page.orderForm')}
      action={view.pages.orderPdf === 'open' && <OrderPdf view={view} />}
    >
      {compared && <Compared {...compared} />}
      <div className={styles.order}>
        {orderForm.map(section => (
          <Section key={section.name} section={section} view={view} compared={compared} />
        ))}
      </div>
      <CaseRemarks view={view} past={past} />
    </Panel>
  );
}
