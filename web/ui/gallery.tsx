/**
 * The kit's gallery: `npx vite web/ui`, then /gallery.html?view=…&lang=zh&theme=dark. Not part of the
 * product.
 */
import '../styles/index.css';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { GalleryBoard } from './gallery-board.tsx';
import { GalleryForms } from './gallery-forms.tsx';
import { GalleryOverlays } from './gallery-overlays.tsx';
import { GallerySignIn } from './gallery-sign-in.tsx';
import { galleryLanguage, galleryText, galleryTexts } from './gallery-text.ts';
import { KitTextsProvider } from './kit-texts.tsx';
import { LiveRegion } from './live-region.tsx';
import { ToastRegion } from './toast.tsx';

const VIEWS = { board: GalleryBoard, forms: GalleryForms, overlays: GalleryOverlays, signin: GallerySignIn };

const query = new URLSearchParams(location.search);
const asked = query.get('view') ?? 'board';
const View = Object.entries(VIEWS).find(([name]) => name === asked)?.[1] ?? GalleryBoard;
document.title = `${galleryText('name')} · ${asked}`;

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale={galleryLanguage === 'zh' ? 'zh-CN' : 'en-US'}>
        <KitTextsProvider value={galleryTexts}>
          <View />
          <ToastRegion />
          <LiveRegion />
        </KitTextsProvider>
      </I18nProvider>
    </StrictMode>,
  );
