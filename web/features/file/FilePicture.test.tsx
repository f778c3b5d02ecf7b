import { createInstance } from 'i18next';
import { isValidElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { FilePicture } from './FilePicture.tsx';

const words = createInstance();
await words.init({ lng: 'en', resources: {} });

test('a preview of a replaced or moved file never shows the old picture under the new name', () => {
  const key = (id: string, slot: 'upper' | 'lower') => {
    const element = FilePicture({ file: { id, kind: 'stl', slot }, alt: 'Upper' });
    return isValidElement(element) ? element.key : null;
  };
  expect(key('a', 'upper')).not.toBe(key('b', 'upper'));
  expect(key('a', 'upper')).not.toBe(key('a', 'lower'));
});

test('a preview of a model is drawn for its slot', () => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <FilePicture file={{ id: 'a', kind: 'stl', slot: 'lower' }} alt="Lower" />
    </I18nextProvider>,
  );
  expect(html).toContain('/api/files/a/picture?slot=lower');
});

test('a preview shows a loading state until it is drawn', () => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <FilePicture file={{ id: 'a', kind: 'stl' }} alt="Upper" />
    </I18nextProvider>,
  );
  expect(html).toContain('aria-busy="true"');
});
