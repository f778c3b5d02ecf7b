/** Tab "Security": where the account is signed in, and how one signs in. */
import { OwnSignIns } from '#web/features/audit/OwnSignIns.tsx';
import styles from './account.module.css';
import { PasskeysPanel } from './PasskeysPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { SignInFactorsPanel } from './SignInFactorsPanel.tsx';

export function SecurityPanels() {
  return (
    <div className={styles.panels}>
      <div className={styles.column}>
        <SessionsPanel />
        <PasskeysPanel />
        <OwnSignIns />
      </div>
      <div className={styles.column}>
        <SignInFactorsPanel />
        <PasswordPanel />
      </div>
    </div>
  );
}
