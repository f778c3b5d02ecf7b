import { createInstance } from 'i18next';
import { isValidElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { FilePicture } from './FilePicture.tsx';

const words = createInstance();
await words.init({ lng: 'en', resources: {} });

test('a replaced or moved file is a new picture, never the old one under the new name', () => {
  const key = (id: string, slot: 'upper' | 'lower') => {
    const element = FilePicture({ file: { id, kind: 'stl', slot }, alt: 'Upper' });
    return isValidElement(element) ? element.key : null;
  };
  expect(key('a', 'upper')).not.toBe(key('b', 'upper'));
  expect(key('a', 'upper')).not.toBe(key('a', 'lower'));
});

test('a model is drawn for the place that it is in', () => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <FilePicture file={{ id: 'a', kind: 'stl', slot: 'lower' }} alt="Lower" />
    </I18nextProvider>,
  );
  expect(html).toContain('/api/files/a/picture?slot=lower');
});

test('shows that it is on its way until it is drawn', () => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <FilePicture file={{ id: 'a', kind: 'stl' }} alt="Upper" />
    </I18nextProvider>,
  );
  expect(html).toContain('aria-busy="true"');
});
