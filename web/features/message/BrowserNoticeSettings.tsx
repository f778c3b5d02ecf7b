/**
 * Notification settings of this browser: notifications (permission is requested on press only), their text,
 * and a tone.
 */

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notificationPermission } from '#web/features/notice/browser-notifications.ts';
import type { NotificationPermissionState } from '#web/features/notice/decide-notification.ts';
import {
  followNotificationChoice,
  notificationChoiceAtom,
  setNotificationChoice,
} from '#web/features/notice/notification-choice.ts';
import { playTone } from '#web/features/notice/tone.ts';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Switch } from '#web/ui/switch.tsx';
import styles from './message.module.css';

export function BrowserNoticeSettings() {
  const { t } = useTranslation('message');
  const chosen = useAtomValueAfterHydration(notificationChoiceAtom);
  const [permission, setPermission] = useState<NotificationPermissionState>('default');
  useEffect(() => {
    setPermission(notificationPermission());
    return followNotificationChoice();
  }, []);
  const desktop = async (on: boolean) => {
    const answer = on && permission === 'default' ? await Notification.requestPermission() : permission;
    setPermission(answer);
    setNotificationChoice({ desktop: on && answer === 'granted' });
  };
  const isOn = chosen.desktop && permission === 'granted';
  const isShut = permission === 'denied' || permission === 'none';
  return (
    <Panel title={t('browser.title')} note={t('browser.note')}>
      <div className={styles.settings}>
        <Switch
          checked={isOn}
          disabled={isShut}
          hint={t('browser.desktopHow')}
          onChange={on => void desktop(on)}
        >
          {t('browser.desktop')}
        </Switch>
        {isShut && (
          <Banner tone="warn">{t(permission === 'none' ? 'browser.none' : 'browser.denied')}</Banner>
        )}
        <Switch
          checked={isOn && chosen.text}
          disabled={!isOn}
          hint={t('browser.textHow')}
          onChange={text => setNotificationChoice({ text })}
        >
          {t('browser.text')}
        </Switch>
        <div className={styles.sound}>
          <Switch
            checked={chosen.sound}
            hint={t('browser.soundHow')}
            onChange={sound => {
              setNotificationChoice({ sound });
              if (sound) void playTone(true);
            }}
          >
            {t('browser.sound')}
          </Switch>
          <Button size="small" onPress={() => void playTone(true)}>
            {t('browser.try')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
