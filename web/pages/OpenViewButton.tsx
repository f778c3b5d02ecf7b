/** Button for the 3D view, which replaces the content of `data-scene` (share.client.ts). */
import { Box } from 'lucide-react';
import type { ShapeAudience } from '#events/share/events.ts';
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import type { PageContext } from './plain-document.tsx';

type Props = {
  world: PageContext;
  kind: ShapeAudience;
  /** Base URL of the files that the view draws. */
  files: string;
  /** Total size of these files. */
  bytes: number;
  slot?: string | null;
};

export function OpenViewButton({ world: { t, viewBytes }, kind, files, bytes, slot = null }: Props) {
  const size = ((bytes + viewBytes[kind]) / 1_000_000).toFixed(1);
  const words = { loading: t('share:seeing'), none: t('share:seeNone'), failed: t('share:seeFailed') };
  return (
    <PlainButton
      type="button"
      // Enabled by the page's script; stays disabled without scripts.
      disabled
      icon={<Box aria-hidden="true" />}
      data={{ see: kind, files, ...(slot !== null && { slot }), ...words }}
    >
      {t('share:see', { size })}
    </PlainButton>
  );
}
