/** Offers the 3D view, in place of what stands in `data-scene` (share.client.ts). */
import { Box } from 'lucide-react';
import type { ShapeAudience } from '#events/share/events.ts';
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import type { PageWorld } from './plain-document.tsx';

type Props = {
  world: PageWorld;
  kind: ShapeAudience;
  /** Where what it draws is served. */
  files: string;
  /** Of these. */
  bytes: number;
  slot?: string | null;
};

export function See({ world: { t, viewBytes }, kind, files, bytes, slot = null }: Props) {
  const size = ((bytes + viewBytes[kind]) / 1_000_000).toFixed(1);
  const words = { loading: t('share:seeing'), none: t('share:seeNone'), failed: t('share:seeFailed') };
  return (
    <PlainButton
      type="button"
      // Until the page's script is there to hear it, and for good where there are no scripts.
      disabled
      icon={<Box aria-hidden="true" />}
      data={{ see: kind, files, ...(slot !== null && { slot }), ...words }}
    >
      {t('share:see', { size })}
    </PlainButton>
  );
}
