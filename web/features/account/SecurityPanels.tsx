/** Tab "Security": the password, and where the account is signed in. */
import styles from './account.module.css';
import { PasswordPanel } from './PasswordPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

export function SecurityPanels() {
  return (
    <div className={styles.panels}>
      <SessionsPanel />
      <PasswordPanel />
    </div>
  );
}
