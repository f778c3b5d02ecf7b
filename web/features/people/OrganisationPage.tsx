/** One organisation in the back office, a panel for each group of its settings. */
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  changeableOrganisationKinds,
  kindOfOrganisation,
  organisationName,
} from '#events/person/organisation.ts';
import { positions } from '#events/person/position.ts';
import { backOfficeHref } from '#web/lib/back-office-search-params.ts';
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { OrganisationNameFields, TimeZoneField } from './OrganisationFields.tsx';
import { OrganisationForm } from './OrganisationForm.tsx';
import { OrganisationLogo } from './OrganisationLogo.tsx';
import { OrganisationProducts } from './OrganisationProducts.tsx';
import styles from './people.module.css';
import type { OrganisationItem } from './people-queries.ts';
import { SingleSignOnPanel } from './SingleSignOnPanel.tsx';
import { useOrganisationNameByIdLookup, useOrganisationNameLookup } from './useOrganisationNameLookup.ts';

type Props = { organisation: OrganisationItem; organisations: readonly OrganisationItem[] };
type Shown = Pick<Props, 'organisation'>;

const listHref = backOfficeHref({ section: 'organisations' });

export function OrganisationPage({ organisation, organisations }: Props) {
  const { t } = useTranslation('people');
  const nameOf = useOrganisationNameLookup();
  return (
    <>
      <div className={styles.head}>
        <Link href={listHref} className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          {t('organisations.back')}
        </Link>
        <h2 className="t-title">{nameOf(organisation)}</h2>
        <span className="t-2">{t(`organisations.kinds.${kindOfOrganisation(organisation)}`)}</span>
      </div>
      <div className={styles.panels}>
        <div className={styles.column}>
          <Facts organisation={organisation} />
          <OrganisationLogo organisation={organisation} />
        </div>
        <div className={styles.column}>
          <OrganisationProducts organisation={organisation} />
          <SignIn organisation={organisation} />
          <Keeping organisation={organisation} />
          <Desk organisation={organisation} organisations={organisations} />
        </div>
      </div>
      <SingleSignOnPanel orgId={organisation.orgId} />
    </>
  );
}

function Facts({ organisation }: Shown) {
  const { t } = useTranslation(['people', 'organisation']);
  const { orgId, zone } = organisation;
  const kind = changeableOrganisationKinds.find(one => one === kindOfOrganisation(organisation));
  const names = {
    en: organisationName(organisation, 'en'),
    'zh-CN': organisationName(organisation, 'zh-CN'),
  };
  return (
    <OrganisationForm
      orgId={orgId}
      title={t('organisation:facts')}
      stored={{ names, zone, ...(kind && { kind }) }}
      fields={['names.en', 'names.zh-CN', 'kind', 'zone']}
    >
      {({ value, set, issueAt }) => (
        <>
          <OrganisationNameFields
            value={value.names}
            onChange={next => set({ names: next })}
            issueAt={issueAt}
          />
          {value.kind && (
            <Select
              label={t('people:organisations.kind')}
              value={value.kind}
              onChange={next => set({ kind: next })}
              options={changeableOrganisationKinds.map(one => ({
                value: one,
                label: t(`people:organisations.kinds.${one}`),
              }))}
              error={issueAt('kind')}
            />
          )}
          <TimeZoneField value={value.zone} onChange={next => set({ zone: next })} issueAt={issueAt} />
        </>
      )}
    </OrganisationForm>
  );
}

function SignIn({ organisation: { orgId, secondFactor = [] } }: Shown) {
  const { t } = useTranslation(['people', 'organisation', 'case']);
  return (
    <OrganisationForm
      orgId={orgId}
      title={t('organisation:signIn')}
      stored={{ secondFactor: [...secondFactor] }}
      fields={['secondFactor']}
    >
      {({ value, set, issueAt }) => (
        <>
          <CheckboxGroup
            label={t('people:organisations.secondFactor')}
            hint={t('people:organisations.secondFactorHow')}
            value={value.secondFactor}
            onChange={next => set({ secondFactor: next })}
            columns={2}
            options={positions.map(one => ({ value: one, label: t(`case:position.${one}`) }))}
            error={issueAt('secondFactor')}
          />
          <p className={styles.links}>
            <Link className="link" href={backOfficeHref({ section: 'rights', org: orgId })}>
              {t('organisation:switches.title')}
            </Link>
          </p>
        </>
      )}
    </OrganisationForm>
  );
}

const yearsDigits = 3;

function Keeping({ organisation: { orgId, keepYears = null } }: Shown) {
  const { t } = useTranslation(['people', 'organisation']);
  return (
    <OrganisationForm
      orgId={orgId}
      title={t('organisation:keeping')}
      stored={{ keepYears }}
      fields={['keepYears']}
    >
      {({ value, set, issueAt }) => (
        <TextField
          label={t('people:organisations.keepYears')}
          hint={t('people:organisations.keepYearsHow')}
          optional
          inputMode="numeric"
          numeric
          maxLength={yearsDigits}
          value={value.keepYears === null ? '' : String(value.keepYears)}
          onChange={text => {
            const digits = text.replaceAll(/\D/g, '');
            set({ keepYears: digits === '' ? null : Number(digits) });
          }}
          error={issueAt('keepYears')}
        />
      )}
    </OrganisationForm>
  );
}

/** Hours, holidays and couriers belong to the organisation that serves; they have sections of their own. */
function Desk({ organisation: { orgId, servedBy }, organisations }: Props) {
  const { t } = useTranslation(['people', 'organisation', 'desk']);
  const nameById = useOrganisationNameByIdLookup(organisations);
  const isOwn = orgId === servedBy;
  return (
    <Panel title={t('organisation:desk')}>
      <div className={styles.fields}>
        <KeyValueList
          items={[
            {
              label: t('people:organisations.servedBy'),
              value: isOwn ? t('people:organisations.itself') : nameById(servedBy),
            },
          ]}
        />
        <p className={styles.say}>{t(isOwn ? 'organisation:deskOwn' : 'organisation:deskServed')}</p>
        <p className={styles.links}>
          <Link className="link" href={backOfficeHref({ section: 'desk' })}>
            {t('desk:section')}
          </Link>
          <Link className="link" href={backOfficeHref({ section: 'couriers' })}>
            {t('desk:couriers.section')}
          </Link>
        </p>
      </div>
    </Panel>
  );
}
