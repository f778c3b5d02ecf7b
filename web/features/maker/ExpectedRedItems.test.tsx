import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';
import type { ContactReport } from '#events/plan/contacts.ts';
import { planWith } from '#events/testing/plans.ts';
import type { CaseView } from '#projections/case/view.ts';
import maker from '#web/i18n/en/maker.json' with { type: 'json' };
import review from '#web/i18n/en/review.json' with { type: 'json' };
import { ExpectedRedItems } from './ExpectedRedItems.tsx';

const words = createInstance();
await words.use(initReactI18next).init({
  lng: 'en',
  ns: ['maker', 'review'],
  resources: { en: { maker, review } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

const bundle = planWith({ teeth: { 14: {}, 11: {}, 21: {} } });
const view = {
  targets: [],
  plans: [],
  requests: [],
  sections: { markers: { extract: [14] } },
} as unknown as CaseView;

function html(contacts?: ContactReport): string {
  const client = new QueryClient();
  if (contacts) client.setQueryData(['contacts', 'blob:shapes'], contacts);
  return renderToString(
    <QueryClientProvider client={client}>
      <I18nextProvider i18n={words}>
        <ExpectedRedItems view={view} list="targets" bundle={bundle} partUrl={() => 'blob:shapes'} />
      </I18nextProvider>
    </QueryClientProvider>,
  );
}

it('the expected red points say "at least" until contacts are measured', () => {
  expect(html()).toContain(words.t('maker:notYetAtLeast', { count: 2 }));
  expect(html()).toContain(maker.measuring);
});

it('the expected red points include collisions', () => {
  const found = html({
    stages: [{ collisions: [{ teeth: [11, 21], kind: 'neighbour', mm: 0.3 }] }],
  } as unknown as ContactReport);
  expect(found).toContain(words.t('maker:notYet', { count: 3 }));
  expect(found).toContain('11-21 collide');
  expect(found).not.toContain(maker.measuring);
});
