/** Names of signed-in browsers. */
import { useTranslation } from 'react-i18next';
import type { AnswerData } from '#services/api/answers.ts';

type Browser = Pick<AnswerData<'/api/sessions'>['items'][number], 'browser' | 'system'>;

/** Returns a function from a browser to its name with its system, for example "Chrome on Windows". */
export function useBrowserNameFormatter(): (of: Browser) => string {
  const { t } = useTranslation('account');
  return ({ browser, system }) => {
    const name = t(`sessions.browser.${browser}`);
    return system === 'other'
      ? name
      : t('sessions.on', { browser: name, system: t(`sessions.system.${system}`) });
  };
}
