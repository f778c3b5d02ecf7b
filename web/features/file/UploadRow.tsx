/** The line of an upload, fetched with the first file that is chosen: most who open a form choose none at once. */
import { lazy, Suspense } from 'react';
import type { UploadItem, Uploads } from './useUploads.ts';

const UploadLine = lazy(() => import('./UploadLine.tsx').then(module => ({ default: module.UploadLine })));

export function UploadRow(props: { item: UploadItem; uploads: Uploads }) {
  return (
    <Suspense fallback={null}>
      <UploadLine {...props} />
    </Suspense>
  );
}
