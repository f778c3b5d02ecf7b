/** The line of an upload. Loaded with the first chosen file, because most forms are opened without choosing one. */
import { lazy, Suspense } from 'react';
import type { UploadControl, UploadItem } from './useUploads.ts';

const UploadLine = lazy(() => import('./UploadLine.tsx').then(module => ({ default: module.UploadLine })));

export function UploadRow(props: { item: UploadItem; uploads: UploadControl }) {
  return (
    <Suspense fallback={null}>
      <UploadLine {...props} />
    </Suspense>
  );
}
