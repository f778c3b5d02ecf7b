import { lazy, type ReactNode, Suspense } from 'react';

export type PaletteItem = {
  id: string;
  label: string;
  group?: string;
  shortcut?: string;
  icon?: ReactNode;
  /** Other words it is found by: synonyms, pinyin, an id. */
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
  /** What is typed, for items that come from elsewhere. */
  onQuery?: (text: string) => void;
  loading?: boolean;
};

const Panel = lazy(() => import('./palette-panel.tsx'));

/** Every command by name; its code is fetched when it is first opened. */
export function Palette(props: PaletteProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  );
}
