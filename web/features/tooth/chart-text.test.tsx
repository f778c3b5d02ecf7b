import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, test } from 'vitest';
import en from '#web/i18n/en/tooth.json' with { type: 'json' };
import zh from '#web/i18n/zh-CN/tooth.json' with { type: 'json' };
import { useToothWords } from './chart-text.ts';

function Said() {
  return useToothWords().tool.extract;
}

const rendered = async (lng: string, resources: Record<string, { tooth: object }>) => {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ lng, resources, react: { useSuspense: false } });
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <Said />
    </I18nextProvider>,
  );
};

test('the chart’s words follow the page’s language', async () => {
  const resources = { en: { tooth: en }, 'zh-CN': { tooth: zh } };
  expect(await rendered('en', resources)).toBe('Extract');
  expect(await rendered('zh-CN', resources)).toBe('拔牙');
});

test('the chart’s words throw if the route did not load them', async () => {
  await expect(rendered('en', {})).rejects.toThrow('the tooth namespace is not loaded for en');
});
