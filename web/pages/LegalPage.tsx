/** /termsOfUse and /privacy: what a person accepts at registration, with its version. */

import styles from './joining.module.css';
import type { PageContext } from './plain-document.tsx';
import { SignInPageFrame } from './SignInPageFrame.tsx';

const parts = {
  terms: ['what', 'account', 'trial', 'patients', 'plans', 'use', 'availability', 'end'],
  privacy: ['account', 'use', 'patients', 'who', 'others', 'cookies', 'time', 'rights'],
} as const;

export type LegalProps = {
  text: keyof typeof parts;
  version: string;
  /** Name of the organisation that runs the installation, if there is one. */
  operator: string | null;
};

export function LegalPage({ world, text, version, operator }: { world: PageContext } & LegalProps) {
  const { t } = world;
  return (
    <SignInPageFrame world={world} title={t(`join:legal.${text}`)} wide>
      <p className="t-2">
        {t('join:legal.version', { version })}
        {operator && ` · ${t('join:legal.operator', { operator })}`}
      </p>
      {parts[text].map(part => (
        <section key={part} className={styles.legal}>
          <h2 className="t-title">{t(`join:legal.part.${text}.${part}.title`)}</h2>
          <p>{t(`join:legal.part.${text}.${part}.text`)}</p>
        </section>
      ))}
    </SignInPageFrame>
  );
}
