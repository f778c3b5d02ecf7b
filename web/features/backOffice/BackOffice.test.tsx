import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';
import backOffice from '#web/i18n/en/backOffice.json' with { type: 'json' };
import desk from '#web/i18n/en/desk.json' with { type: 'json' };
import { buttonRightsQuery } from '#web/lib/queries.ts';
import { BackOffice } from './BackOffice.tsx';

const words = createInstance();
await words.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { backOffice, desk } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

/** `/backOffice` for a person with these rights, before the data of a section load. */
function backOfficeFor(buttonIds: string[], search: { section?: 'desk' } = { section: 'desk' }): string {
  const client = new QueryClient();
  client.setQueryData(buttonRightsQuery().queryKey, buttonIds);
  return renderToString(
    <QueryClientProvider client={client}>
      <I18nextProvider i18n={words}>
        <BackOffice search={search} go={() => undefined} />
      </I18nextProvider>
    </QueryClientProvider>,
  );
}

it('the back office refuses the service desk to a person without the right', () => {
  const html = backOfficeFor([]);
  expect(html).toContain(backOffice.notYours);
  expect(html).not.toContain(desk.section);
  expect(html).not.toContain(desk.loading);
});

it('the back office refuses its first section to a person without the right', () => {
  const html = backOfficeFor([], {});
  expect(html).toContain(backOffice.notYours);
  expect(html).not.toContain(backOffice.new.news);
});

it('the back office opens the service desk for a person with the right', () => {
  const html = backOfficeFor(['backstageManage']);
  expect(html).not.toContain(backOffice.notYours);
  expect(html).toContain(`aria-current="page">${desk.section}<`);
  expect(html).toContain(desk.loading);
});
