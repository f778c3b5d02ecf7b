/** The order: every answered row of the form, and the changes since the previous submission. */
import { useTranslation } from 'react-i18next';
import type { OrderDifference } from '#events/order/difference.ts';
import {
  isRowOfMethod,
  type OrderFormRow,
  type OrderSection,
  orderAnswerOf,
  orderForm,
} from '#events/order/form.ts';
import type { CaseView } from '#projections/case/view.ts';
import { answerRowText } from '#web/features/order/answer-text.ts';
import { OrderPdf } from '#web/features/order/OrderPdf.tsx';
import { type OrderComparison, useOrderComparison } from '#web/features/order/useOrderComparison.ts';
import { CaseRemarks } from '#web/features/process/Remarks.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from '../case.module.css';
import { TeethSection } from './TeethSection.tsx';

type Props = { view: CaseView; compared: OrderComparison | undefined };

function Answer({
  row,
  text,
  change,
}: {
  row: OrderFormRow;
  text: string;
  change: OrderDifference | undefined;
}) {
  const { t } = useTranslation(['order', 'rx', 'wizard']);
  if (!change) return text;
  const was = answerRowText(t, row, change.before);
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
  const asked = section.rows.filter(row => isRowOfMethod(view, row));
  const items = asked.flatMap(row => {
    const text = answerRowText(t, row, orderAnswerOf(view, row));
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
        <KeyValueList items={items} labelWidth="132px" />
      ) : (
        !markers && <p className="t-2">{t('order:nothing')}</p>
      )}
      {markers && <TeethSection markers={view.sections.markers} />}
    </section>
  );
}

function Compared({ title, changed }: OrderComparison) {
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
  const compared = useOrderComparison(view);
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
