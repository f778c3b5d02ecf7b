import { lazy, type ReactNode, Suspense } from 'react';

export type PaletteItem = {
  id: string;
  label: string;
  group?: string;
  shortcut?: string;
  icon?: ReactNode;
  /** Additional search text: synonyms, pinyin, an id. */
  search?: string;
  href?: string;
  onPress?: () => void;
  disabled?: boolean;
  reason?: string;
};

export type PaletteProps = {
  open: boolean;
  onClose: () => void;
  label: string;
  placeholder: string;
  items: readonly PaletteItem[];
  emptyText: string;
  /** Receives the query, for items loaded elsewhere. */
  onQuery?: (text: string) => void;
  loading?: boolean;
};

const Panel = lazy(() => import('./palette-panel.tsx'));

/** The command palette; its code is loaded on first use. */
export function Palette(props: PaletteProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  );
}
