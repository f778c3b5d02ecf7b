import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';
import review from '#web/i18n/en/review.json' with { type: 'json' };
import { PlanUnavailableNotice } from './PlanRoom.tsx';

const words = createInstance();
await words.use(initReactI18next).init({
  lng: 'en',
  ns: ['review'],
  defaultNS: 'review',
  resources: { en: { review } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});
const said = (plan: string) =>
  renderToString(
    <I18nextProvider i18n={words}>
      <PlanUnavailableNotice view={{ caseId: 'C1', pages: { plan } as never }} />
    </I18nextProvider>,
  );

it('a room without a plan says that plans are closed to a position, or that nothing was submitted', () => {
  expect(said('position')).toContain(review.closed);
  expect(said('early')).toContain(review.nothing);
});
