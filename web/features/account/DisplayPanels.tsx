/** Tab "Display and notifications": the settings of this browser, and a link to the settings of notifications. */
import { useTranslation } from 'react-i18next';
import { switchLanguage } from '#web/features/shell/language.ts';
import { navigationBarChoiceAtom, setNavigationBarChoice } from '#web/features/shell/navigation-bar.ts';
import { pageThemeAtom, setTheme } from '#web/features/shell/theme.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { currentTimeZone } from '#web/lib/format.ts';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { setSingleKeysEnabled, useSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Switch } from '#web/ui/switch.tsx';
import styles from './account.module.css';

/** The name of each language in that language, for readers who do not know the language of the page. */
const languages = [
  { value: 'zh-CN', label: '简体中文' },
  { value: 'en', label: 'English' },
] as const;
const themes = ['system', 'light', 'dark'] as const;

export function DisplayPanels() {
  const { t } = useTranslation('account');
  return (
    <div className={styles.panels}>
      <Panel title={t('display.title')} note={t('display.lead')}>
        <DisplaySettings />
      </Panel>
      <Panel title={t('display.notices')}>
        <div className={styles.stack}>
          <p className={styles.text}>{t('display.noticesHow')}</p>
          <div className={styles.acts}>
            <LinkButton href="/userMessage?mail=1">{t('display.toNotices')}</LinkButton>
          </div>
        </div>
      </Panel>
    </div>
  );
}

function DisplaySettings() {
  const { t } = useTranslation(['account', 'shell']);
  const boot = useBoot();
  const theme = useAtomValueAfterHydration(pageThemeAtom, boot.theme);
  const bar = useAtomValueAfterHydration(navigationBarChoiceAtom, boot.bar);
  const keys = useSingleKeysEnabled();
  return (
    <div className={styles.stack}>
      <SegmentedControl
        label={t('account:display.language')}
        value={boot.lang}
        options={languages}
        onChange={to => to !== boot.lang && switchLanguage(to)}
      />
      <SegmentedControl
        label={t('account:display.theme')}
        value={theme ?? 'system'}
        options={themes.map(value => ({ value, label: t(`account:display.themes.${value}`) }))}
        onChange={value => setTheme(value === 'system' ? null : value)}
      />
      <Switch
        checked={bar === 'classic'}
        hint={t('shell:menu.classicBarHint')}
        onChange={on => setNavigationBarChoice(on ? 'classic' : null)}
      >
        {t('shell:menu.classicBar')}
      </Switch>
      <Switch checked={keys} hint={t('account:display.keysHow')} onChange={setSingleKeysEnabled}>
        {t('account:display.keys')}
      </Switch>
      <KeyValueList
        items={[
          {
            label: t('account:display.zone'),
            value: (
              <>
                {currentTimeZone()}
                <span className={styles.zoneHow}>{t('account:display.zoneHow')}</span>
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
