/** Treatment methods and product types that an organisation's doctors may choose. */
import { useTranslation } from 'react-i18next';
import { productOfferOf, productTypeNotChosen } from '#events/case/offer.ts';
import { options } from '#events/case/options.ts';
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx';
import { OrganisationForm } from './OrganisationForm.tsx';
import styles from './people.module.css';
import type { OrganisationItem } from './people-queries.ts';

const namedTypes = options.productType.filter(type => type !== productTypeNotChosen);

export function OrganisationProducts({ organisation }: { organisation: OrganisationItem }) {
  const { t } = useTranslation(['organisation', 'rx']);
  const { methods, productTypes } = productOfferOf(organisation);
  return (
    <OrganisationForm
      orgId={organisation.orgId}
      title={t('organisation:products')}
      stored={{ methods: [...methods], productTypes: [...productTypes] }}
      fields={['methods', 'productTypes']}
    >
      {({ value, set, issueAt }) => (
        <>
          <p className={styles.say}>{t('organisation:productsHow')}</p>
          <CheckboxGroup
            label={t('rx:list.method')}
            value={value.methods.map(String)}
            onChange={next => set({ methods: options.method.filter(one => next.includes(String(one))) })}
            options={options.method.map(one => ({
              value: String(one),
              label: t(`rx:option.method.${one}`),
            }))}
            error={issueAt('methods')}
          />
          <CheckboxGroup
            label={t('rx:list.productType')}
            hint={t('organisation:productTypesHow')}
            value={value.productTypes.map(String)}
            onChange={next =>
              set({ productTypes: options.productType.filter(one => next.includes(String(one))) })
            }
            options={namedTypes.map(one => ({
              value: String(one),
              label: t(`rx:option.productType.${one}`),
            }))}
            error={issueAt('productTypes')}
          />
        </>
      )}
    </OrganisationForm>
  );
}
