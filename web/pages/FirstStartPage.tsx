/** /firstStart: a native form that creates the first organisation and its Admin. */
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import { PlainField } from '#web/ui/plain/plain-field.tsx';
import { PlainNotice } from '#web/ui/plain/plain-notice.tsx';
import { PlainSelectField } from '#web/ui/plain/plain-select.tsx';
import { ContactFields, NameField, SignInFields, type TypedFormState } from './AccountFields.tsx';
import { PageBar } from './PageBar.tsx';
import styles from './pages.module.css';
import { type PageContext, PlainDocument } from './plain-document.tsx';

export type FirstStartProps = {
  token: string;
  /** Name of the organisation if one exists; the form then creates only its Admin. */
  organisation: string | null;
  typed: TypedFormState;
  /** Names of unset settings that a real installation needs. */
  unset: readonly string[];
  /** IANA time zones to choose from, and the preselected one. */
  zones: readonly string[];
  zone: string;
};

type Props = FirstStartProps & { world: PageContext };

export function FirstStartPage(props: Props) {
  const { world, organisation, typed, unset } = props;
  const { t } = world;
  return (
    <PlainDocument world={world} title={t('auth:firstStart.title')}>
      <PageBar world={world} />
      <main className={styles.setup}>
        <header>
          <h1 className="t-page">{t('auth:firstStart.title')}</h1>
          <p className="t-2">
            {organisation ? t('auth:firstStart.adminOf', { organisation }) : t('auth:firstStart.text')}
          </p>
        </header>
        <form className={styles.form} method="post" action="/firstStart">
          {typed.message && <PlainNotice tone="danger">{typed.message}</PlainNotice>}
          <input type="hidden" name="token" value={props.token} />
          {!organisation && <OrganisationFields {...props} />}
          <fieldset>
            <legend className="t-title">{t('auth:firstStart.admin')}</legend>
            <NameField world={world} typed={typed} />
            <SignInFields world={world} typed={typed} />
            <ContactFields world={world} typed={typed} />
          </fieldset>
          <PlainButton variant="primary" size="large" wide>
            {t('auth:firstStart.create')}
          </PlainButton>
        </form>
        {unset.length > 0 && <UnsetSettings world={world} unset={unset} />}
      </main>
    </PlainDocument>
  );
}

function OrganisationFields({ world: { t }, typed: { values, errors }, zones, zone }: Props) {
  return (
    <fieldset>
      <legend className="t-title">{t('auth:firstStart.organisation')}</legend>
      <PlainField
        size="large"
        label={t('auth:firstStart.nameZh')}
        name="nameZh"
        required
        maxLength={100}
        defaultValue={values.nameZh}
        error={errors.nameZh}
      />
      <PlainField
        size="large"
        label={t('auth:firstStart.nameEn')}
        name="nameEn"
        required
        maxLength={100}
        defaultValue={values.nameEn}
        error={errors.nameEn}
      />
      <PlainSelectField
        size="large"
        label={t('auth:firstStart.zone')}
        hint={t('auth:firstStart.zoneHint')}
        name="zone"
        options={zones.map(value => ({ value, label: value.replaceAll('_', ' ') }))}
        defaultValue={values.zone ?? zone}
        error={errors.zone}
      />
    </fieldset>
  );
}

/** The missing settings, each with its purpose. They are set before the next start, not on this page. */
function UnsetSettings({ world: { t }, unset }: { world: PageContext; unset: readonly string[] }) {
  return (
    <section className={styles.setupAside} aria-labelledby="unset-settings">
      <h2 id="unset-settings" className="t-title">
        {t('auth:firstStart.unset')}
      </h2>
      <p className="t-small t-2">{t('auth:firstStart.unsetHow')}</p>
      <dl>
        {unset.map(name => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{t(`auth:setting.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
