/** Mounts a 3D view into a page that was rendered without script. */
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createI18n, type Dictionaries, languageFromCookie } from '#web/lib/i18n.ts';

/** Loading state: `coarse` and `fine` are visible; `none`: the browser lacks WebGL. */
export type ViewDetail = 'loading' | 'coarse' | 'fine' | 'failed' | 'lost' | 'none';

/** Props of every view on a shared page. */
export type SharedViewProps<T> = { shown: T; onDetail: (detail: ViewDetail) => void };

/** @returns a function that unmounts the view */
export function mountView<T>(
  into: HTMLElement,
  View: ComponentType<SharedViewProps<T>>,
  { dictionaries, ...props }: SharedViewProps<T> & { dictionaries: Dictionaries },
): () => void {
  const words = createI18n(languageFromCookie(document.documentElement.lang), dictionaries);
  const root = createRoot(into);
  root.render(
    <I18nextProvider i18n={words}>
      <View {...props} />
    </I18nextProvider>,
  );
  return () => root.unmount();
}
