/** The own picture: choose, crop, remove. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileRules } from '#events/file/kinds.ts';
import { sendCommand } from '#web/lib/act.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AvatarCropDialog } from './AvatarCropDialog.tsx';
import styles from './account.module.css';
import { cacheProfile, type Profile } from './account-queries.ts';
import { avatarFaultText, decodeAvatarFile } from './send-avatar.ts';

export function AvatarField({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['account', 'file', 'error', 'rx']);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setFault(null);
    const opened = await decodeAvatarFile(file);
    if ('fault' in opened) setFault(avatarFaultText(t, opened.fault));
    else setPicture(opened.picture);
  };
  const remove = async () => {
    setPending(true);
    const done = await sendCommand('DELETE', '/profile/avatar');
    setPending(false);
    if (!done.ok) return;
    cacheProfile(done.answer.data);
    toast({ text: t('account:avatar.removed'), tone: 'ok' });
  };
  return (
    <div className={styles.avatarField}>
      <span className={styles.avatar}>
        <Avatar name={profile.name} tone="brand" size="large" src={profile.userIcon} decorative />
      </span>
      <div className={styles.avatarActs}>
        <FileDrop
          label={t(profile.userIcon ? 'account:avatar.change' : 'account:avatar.add')}
          accept={fileRules.avatar.endings.join(',')}
          onFiles={files => void choose(files[0])}
        >
          <span>
            {t(profile.userIcon ? 'account:avatar.change' : 'account:avatar.add')}
            <span className={styles.dropHint}>{t('account:avatar.how')}</span>
          </span>
        </FileDrop>
        {fault && <Banner tone="danger">{fault}</Banner>}
        {profile.userIcon && (
          <Button size="small" variant="danger" pending={pending} onPress={() => void remove()}>
            {t('account:avatar.remove')}
          </Button>
        )}
      </div>
      {picture && <AvatarCropDialog picture={picture} onClose={() => setPicture(null)} />}
    </div>
  );
}
