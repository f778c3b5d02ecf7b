/** What this browser does with news: notifications, which it is asked for on a press only, their text, and a tone. */

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { permissionNow } from '#web/features/notice/browser.ts';
import { choice, choose, readChoice } from '#web/features/notice/choice.ts';
import type { Permission } from '#web/features/notice/decide.ts';
import { ring } from '#web/features/notice/tone.ts';
import { useRendered } from '#web/lib/screen-store.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Switch } from '#web/ui/switch.tsx';
import styles from './message.module.css';

export function ThisBrowser() {
  const { t } = useTranslation('message');
  const chosen = useRendered(choice);
  const [permission, setPermission] = useState<Permission>('default');
  useEffect(() => {
    setPermission(permissionNow());
    return readChoice();
  }, []);
  const desktop = async (on: boolean) => {
    const answer = on && permission === 'default' ? await Notification.requestPermission() : permission;
    setPermission(answer);
    choose({ desktop: on && answer === 'granted' });
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
          onChange={text => choose({ text })}
        >
          {t('browser.text')}
        </Switch>
        <div className={styles.sound}>
          <Switch
            checked={chosen.sound}
            hint={t('browser.soundHow')}
            onChange={sound => {
              choose({ sound });
              if (sound) void ring(true);
            }}
          >
            {t('browser.sound')}
          </Switch>
          <Button size="small" onPress={() => void ring(true)}>
            {t('browser.try')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
