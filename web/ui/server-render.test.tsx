import { I18nProvider } from 'react-aria-components/I18nProvider';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { GalleryBoard } from './gallery-board.tsx';
import { GalleryForms } from './gallery-forms.tsx';
import { GalleryOverlays } from './gallery-overlays.tsx';
import { GallerySignIn } from './gallery-sign-in.tsx';
import { galleryTexts } from './gallery-text.ts';
import { KitTextsProvider } from './kit-texts.tsx';
import { LiveRegion } from './live-region.tsx';
import { ToastRegion } from './toast.tsx';

it.each([
  { View: GalleryBoard, holds: '<table' },
  { View: GalleryForms, holds: 'role="radiogroup"' },
  { View: GalleryOverlays, holds: 'aria-haspopup="menu"' },
])('the kit renders on a server, without a window: $View.name', ({ View, holds }) => {
  expect(globalThis.window).toBeUndefined();
  const html = renderToString(
    <I18nProvider locale="zh-CN">
      <KitTextsProvider value={galleryTexts}>
        <View />
        <ToastRegion />
        <LiveRegion />
      </KitTextsProvider>
    </I18nProvider>,
  );
  expect(html).toContain(holds);
});

it('script-free pages render without any provider', () => {
  const html = renderToStaticMarkup(<GallerySignIn />);
  expect(html).toMatch(/<input(?=[^>]* name="password")[^>]* type="password"/);
  expect(html).toMatch(/<button type="submit"[^>]*>.*<\/button>/);
  expect(html).not.toMatch(/ on[a-z]+=/);
});
