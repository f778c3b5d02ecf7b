import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';
import maker from '#web/i18n/en/maker.json' with { type: 'json' };
import rx from '#web/i18n/en/rx.json' with { type: 'json' };
import { ProceduresChart } from './ProceduresChart.tsx';

const words = createInstance();
await words.use(initReactI18next).init({
  lng: 'en',
  ns: ['maker', 'rx'],
  defaultNS: 'maker',
  resources: { en: { maker, rx } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});
const html = renderToString(
  <I18nextProvider i18n={words}>
    <ProceduresChart
      teeth={[12, 11, 21]}
      wishes={{
        ipr: [{ contact: '11-21', mm: 0.25, before: 3 }],
        attachments: [{ tooth: 12, type: 'rotation', surface: 'lingual', from: 2, to: 9 }],
      }}
      extract={[21]}
      shellOf={() => undefined}
      chosen={{ list: 'attachments', at: 0 }}
      onPress={() => undefined}
    />
  </I18nextProvider>,
);
const buttons = [...html.matchAll(/<g role="button"[^>]*aria-label="([^"]*)"/g)].map(([tag, name]) => ({
  name,
  reached: tag.includes('tabindex="0"'),
  pressed: tag.includes('aria-pressed="true"'),
}));

it('the procedures chart names each tooth and contact with its procedures, and marks the selected one', () => {
  const type = rx.option.attachmentType.rotation;
  expect(buttons).toEqual([
    { name: `12: ${type}, Lingual, aligners 2 to 9`, reached: true, pressed: true },
    { name: '12/11: no IPR, press to add it', reached: false, pressed: false },
    { name: '11: no attachment, press to add one', reached: false, pressed: false },
    { name: '11/21: IPR 0.25 mm before aligner 3', reached: false, pressed: false },
    { name: '21, to be extracted: no attachment, press to add one', reached: false, pressed: false },
  ]);
});

it('the procedures chart hatches teeth that the order extracts, and marks free contacts', () => {
  expect(html.match(/class="[^"]*extract/g)).not.toBeNull();
  expect(html.match(/<circle class="[^"]*free/g)).toHaveLength(1);
});

it('the procedures chart draws the amount and has all details in its text', () => {
  expect(html).toMatch(/<text[^>]*>0\.25<\/text>/);
  expect(html).toMatch(/class="visually-hidden">12: .*11\/21: IPR 0\.25 mm/);
});
