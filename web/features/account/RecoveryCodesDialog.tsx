/** The recovery codes, which are shown only once: to copy, to save, to print. */
import { Download, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './account.module.css';

type Props = { codes: readonly string[]; onClose: () => void };

function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const { t } = useTranslation('account');
  const text = () => [t('factors.codesHead'), '', ...codes, ''].join('\n');
  return (
    <Dialog
      open
      size="small"
      title={t('factors.codesTitle')}
      onClose={onClose}
      onCtrlEnter={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('factors.codesKept')}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.text}>{t('factors.codesHow')}</p>
        <Banner tone="warn">{t('factors.codesOnce')}</Banner>
        <ol className={styles.codes} aria-label={t('factors.recovery')}>
          {codes.map(code => (
            <li key={code} className="num">
              {code}
            </li>
          ))}
        </ol>
        <div className={styles.acts}>
          <CopyButton text={text} label={t('factors.copy')} copied={t('factors.copied')} />
          <Button
            size="small"
            variant="quiet"
            icon={<Download />}
            onPress={() => save(text(), 'archline-recovery-codes.txt')}
          >
            {t('factors.download')}
          </Button>
          <Button size="small" variant="quiet" icon={<Printer />} onPress={() => window.print()}>
            {t('factors.print')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
