/** Puts a 3D view into a page that was rendered without script. */
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createI18n, type Dictionaries, langOf } from '#web/lib/i18n.ts';

/** How far it is: `coarse` and `fine` are drawn; `none` is a browser without WebGL. */
export type ViewDetail = 'loading' | 'coarse' | 'fine' | 'failed' | 'lost' | 'none';

/** What every view of a shared page is given. */
export type ViewProps<T> = { shown: T; onDetail: (detail: ViewDetail) => void };

/** @returns how to take it away */
export function mountView<T>(
  into: HTMLElement,
  View: ComponentType<ViewProps<T>>,
  { dictionaries, ...props }: ViewProps<T> & { dictionaries: Dictionaries },
): () => void {
  const words = createI18n(langOf(document.documentElement.lang), dictionaries);
  const root = createRoot(into);
  root.render(
    <I18nextProvider i18n={words}>
      <View {...props} />
    </I18nextProvider>,
  );
  return () => root.unmount();
}
