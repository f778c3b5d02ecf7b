import { Sun } from 'lucide-react';
import { ArchArt } from './arch-art.tsx';
import { ArchLogo } from './arch-logo.tsx';
import styles from './gallery.module.css';
import { galleryText as t } from './gallery-text.ts';
import { PlainButton, PlainIconLink } from './plain/plain-button.tsx';
import { PlainCheckbox, PlainField, PlainPasswordField } from './plain/plain-field.tsx';
import { PlainMenu } from './plain/plain-menu.tsx';
import { PlainNotice } from './plain/plain-notice.tsx';

export function GallerySignIn() {
  return (
    <div className={styles.sign}>
      <div className={styles.pane}>
        <ArchLogo name={t('name')} nameZh={t('nameZh')} size="large" />
        <div className={styles.art}>
          <ArchArt label={t('settle')} />
        </div>
        <div>
          <h1 className={styles.claim}>{t('claim')}</h1>
          <p className="t-2">{t('claim2')}</p>
        </div>
      </div>
      <main className={styles.side}>
        <div className="row">
          <PlainMenu
            label={t('other')}
            entries={[
              { label: t('other'), href: '#zh' },
              { label: t('theme'), href: '#t', current: true },
            ]}
          />
          <PlainIconLink href="#t" label={t('theme')} icon={<Sun />} />
        </div>
        <form className={styles.signForm}>
          <h2 className="t-page">{t('signIn')}</h2>
          <PlainNotice tone="danger">{t('wrong')}</PlainNotice>
          <PlainField
            label={t('account')}
            name="account"
            defaultValue="li.wenqing"
            autoComplete="username"
            size="large"
          />
          <PlainPasswordField
            label={t('password')}
            name="password"
            showLabel={t('showPassword')}
            hideLabel={t('hidePassword')}
            capsLockText={t('caps')}
            defaultValue="archline9"
            size="large"
          />
          <div className="row">
            <PlainCheckbox name="stay" defaultChecked>
              {t('stay')}
            </PlainCheckbox>
            <a className="link t-small push" href="#f">
              {t('forgot')}
            </a>
          </div>
          <PlainButton variant="primary" size="large" wide>
            {t('signIn')}
          </PlainButton>
        </form>
      </main>
    </div>
  );
}
