/** /invitation: a native form in which an invited person chooses user name and password. */
import type { Position } from '#events/person/position.ts';
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import { PlainNotice } from '#web/ui/plain/plain-notice.tsx';
import { NameField, SignInFields, type TypedFormState } from './AccountFields.tsx';
import { PageBar } from './PageBar.tsx';
import styles from './pages.module.css';
import { type PageContext, PlainDocument } from './plain-document.tsx';

export type InvitationProps = {
  token: string;
  organisation: string;
  position: Position;
  typed: TypedFormState;
};

export function InvitationPage({ world, ...props }: InvitationProps & { world: PageContext }) {
  const { token, organisation, position, typed } = props;
  const { t } = world;
  const title = t('auth:invitation.title', { organisation });
  return (
    <PlainDocument world={world} title={title}>
      <PageBar world={world} />
      <main className={styles.joining}>
        <header>
          <h1 className="t-page">{title}</h1>
          <p className="t-2">{t('auth:invitation.text', { position: t(`case:position.${position}`) })}</p>
        </header>
        <form className={styles.form} method="post" action="/invitation">
          {typed.message && <PlainNotice tone="danger">{typed.message}</PlainNotice>}
          <input type="hidden" name="token" value={token} />
          <NameField world={world} typed={typed} />
          <SignInFields world={world} typed={typed} />
          <PlainButton variant="primary" size="large" wide>
            {t('auth:invitation.create')}
          </PlainButton>
        </form>
      </main>
    </PlainDocument>
  );
}
