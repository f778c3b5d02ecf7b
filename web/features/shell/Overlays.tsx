/** Overlays opened from the top bar or by shortcut; their code is loaded on first use. */
import { useAtomValue } from 'jotai/react';
import { useTranslation } from 'react-i18next';
import { shortcutSheetAtom } from '#web/lib/page-shortcuts.ts';
import { signOut } from '#web/lib/session.ts';
import { setSingleKeysEnabled, useSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import type { Overlay } from './overlay.ts';
import { ServiceContactWindow } from './ServiceContactWindow.tsx';
import styles from './shell.module.css';
import { shortcutTable } from './shortcuts.ts';

type Props = { open: Overlay; onClose: () => void };

export default function Overlays({ open, onClose }: Props) {
  if (open === 'signOut') return <SignOut onClose={onClose} />;
  if (open === 'keys') return <Keys onClose={onClose} />;
  if (open === 'contact') return <ServiceContactWindow onClose={onClose} />;
  return <CommandPalette onClose={onClose} />;
}

function SignOut({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const confirm = async () => {
    const failed = await signOut();
    if (failed === null) return;
    onClose();
    toast({ text: t('signOut.failed', { message: failed }), tone: 'danger' });
  };
  return (
    <ConfirmDialog
      open
      title={t('signOut.title')}
      confirm={t('signOut.confirm')}
      cancel={t('common:cancel')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('signOut.text')}</p>
    </ConfirmDialog>
  );
}

const inLists = [
  ['J K', 'move'],
  ['Enter', 'open'],
  ['X', 'select'],
  ['[ ]', 'page'],
  ['Ctrl ↵', 'primary'],
] as const;

function Keys({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const single = useSingleKeysEnabled();
  const here = useAtomValue(shortcutSheetAtom);
  const row = (keys: string, name: string) => (
    <div key={`${keys} ${name}`} className={styles.keyRow}>
      <dt>{name}</dt>
      <dd>
        <Kbd keys={keys} />
        <span className="visually-hidden">{keys}</span>
      </dd>
    </div>
  );
  return (
    <Dialog open title={t('keys.title')} onClose={onClose} size="medium">
      <div className={styles.keySheet}>
        <section>
          <h3 className="eyebrow">{t('keys.global')}</h3>
          <dl>{shortcutTable.map(({ keys, command }) => row(keys, t(`keys.${command}`)))}</dl>
        </section>
        <section>
          <h3 className="eyebrow">{t('keys.lists')}</h3>
          <dl>{inLists.map(([keys, word]) => row(keys, t(`keys.${word}`)))}</dl>
        </section>
        {here && (
          <section>
            <h3 className="eyebrow">{here.title}</h3>
            <dl>{here.rows.map(({ keys, name }) => row(keys, name))}</dl>
          </section>
        )}
      </div>
      <Switch checked={single} onChange={setSingleKeysEnabled} hint={t('keys.singleHint')}>
        {t('keys.single')}
      </Switch>
    </Dialog>
  );
}
