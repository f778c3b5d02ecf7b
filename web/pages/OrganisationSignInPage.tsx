/**
 * /login/organisation: asks for the organisation, leads to its identity provider, and explains why a sign-in there
 * failed. Works without a script.
 */
import { Building2 } from 'lucide-react';
import { PlainButton, PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import { PlainField } from '#web/ui/plain/plain-field.tsx';
import { PlainNotice } from '#web/ui/plain/plain-notice.tsx';
import styles from './pages.module.css';
import type { PageContext } from './plain-document.tsx';
import { SignInPageFrame } from './SignInPageFrame.tsx';

export type OrganisationSignInProps = {
  /** The organisation's id as typed, or empty. */
  organisation: string;
  returnTo: string;
  /** The refusal in the person's language; null before the first attempt. */
  error: string | null;
};

export function OrganisationSignInPage({
  world,
  organisation,
  returnTo,
  error,
}: OrganisationSignInProps & { world: PageContext }) {
  const { t } = world;
  return (
    <SignInPageFrame world={world} title={t('sso:signIn')}>
      {error ? <PlainNotice tone="danger">{error}</PlainNotice> : <p className="t-2">{t('sso:how')}</p>}
      <form className={styles.form} method="post" action="/login/organisation">
        <input type="hidden" name="returnTo" value={returnTo} />
        {error && <input type="hidden" name="again" value="1" />}
        <PlainField
          size="large"
          label={t('sso:organisation')}
          hint={t('sso:organisationHow')}
          name="org"
          autoComplete="organization"
          defaultValue={organisation}
          maxLength={64}
          required
          autoFocus
        />
        <PlainButton variant="primary" size="large" wide>
          {t(error ? 'sso:again' : 'sso:goOn')}
        </PlainButton>
      </form>
      <a className="link t-small" href="/login">
        {t('sso:byPassword')}
      </a>
    </SignInPageFrame>
  );
}

export type ProviderRedirectProps = { url: string; host: string };

/**
 * Leads to the identity provider. A header of the answer redirects at once; the link is for browsers that do not follow
 * it.
 */
export function ProviderRedirectPage({ world, url, host }: ProviderRedirectProps & { world: PageContext }) {
  const { t } = world;
  return (
    <SignInPageFrame world={world} title={t('sso:signIn')}>
      <p className="t-2">{t('sso:toProvider', { host })}</p>
      <PlainLinkButton variant="primary" size="large" wide href={url}>
        {t('sso:goOn')}
      </PlainLinkButton>
    </SignInPageFrame>
  );
}

export type LoginOrganisation = {
  id: string;
  /**
   * Whether this browser has signed in by the organisation before: the person may still be signed in at its provider.
   */
  used: boolean;
};

/** Entry on the sign-in page: a button for a known organisation, otherwise a link. */
export function OrganisationSignInEntry({
  world: { t },
  organisation,
  returnTo,
}: {
  world: PageContext;
  organisation: LoginOrganisation | null;
  returnTo: string;
}) {
  if (!organisation)
    return (
      <a className="link" href={`/login/organisation?${new URLSearchParams({ returnTo })}`}>
        {t('sso:signIn')}
      </a>
    );
  return (
    <form className={styles.form} method="post" action="/login/organisation">
      <input type="hidden" name="org" value={organisation.id} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <PlainButton size="large" wide icon={<Building2 aria-hidden="true" />}>
        {t('sso:signIn')}
      </PlainButton>
      <a className="link t-small" href={`/login/organisation?${new URLSearchParams({ returnTo })}`}>
        {t('sso:other')}
      </a>
      {organisation.used && (
        <a className="link t-small" href="/login/organisation/signOut">
          {t('sso:signOutThere')}
        </a>
      )}
    </form>
  );
}
