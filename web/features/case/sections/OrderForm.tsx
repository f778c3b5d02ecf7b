/** The order as it was written: diagnosis, prescription, tooth marks, delivery. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { SectionName } from '#events/case/sections.ts';
import type { CaseView } from '#projections/case/view.ts';
import { KeyValues } from '#web/ui/key-values.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from '../case.module.css';
import { listOf, optionWord } from '../option-lists.ts';
import { Teeth } from './Teeth.tsx';

/** One answer in words. */
export function answerText(section: string, field: string, value: unknown, t: TFunction): string {
  const list = listOf[`${section}.${field}`];
  const word = (key: unknown) =>
    list && (typeof key === 'string' || typeof key === 'number') ? t(optionWord(list, key)) : String(key);
  if (Array.isArray(value)) return value.map(word).join(t('caseDetail:comma'));
  return word(value);
}

const shown: readonly SectionName[] = ['patient', 'diagnosis', 'prescription', 'data'];
const plainValue = (value: unknown) => typeof value !== 'object' || Array.isArray(value);

export function OrderForm({ view }: { view: CaseView }) {
  const { t } = useTranslation(['case', 'rx', 'caseDetail']);
  const part = (section: SectionName) =>
    Object.entries(view.sections[section] ?? {})
      .filter(([, value]) => plainValue(value))
      .map(([field, value]) => ({
        key: field,
        label: t(`rx:field.${section}.${field}`),
        value: answerText(section, field, value, t),
      }));
  const address = view.sections.data?.deliveryAddress;
  return (
    <Panel id="orderForm" title={t('case:page.orderForm')}>
      <div className={styles.order}>
        {shown.map(section => {
          const items = part(section);
          return (
            <section key={section}>
              <h3 className="eyebrow">{t(`rx:section.${section}`)}</h3>
              {items.length > 0 ? (
                <KeyValues items={items} labelWidth="132px" />
              ) : (
                <p className="t-2">{t('caseDetail:nothingYet')}</p>
              )}
              {section === 'data' && address && (
                <p>
                  {address.consignee}, <span className="num">{address.phone}</span>
                  <br />
                  {address.address}, <span className="num">{address.zip}</span>, {address.clinic}
                </p>
              )}
            </section>
          );
        })}
        <section className={styles.wide}>
          <h3 className="eyebrow">{t('rx:section.markers')}</h3>
          <Teeth markers={view.sections.markers} />
        </section>
      </div>
    </Panel>
  );
}
