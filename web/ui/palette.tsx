import { lazy, type ReactNode, Suspense } from 'react';

export type PaletteItem = {
  id: string;
  label: string;
  group?: string | undefined;
  shortcut?: string | undefined;
  icon?: ReactNode;
  /** Other words it is found by: synonyms, pinyin, an id. */
  search?: string | undefined;
  href?: string | undefined;
  onPress?: (() => void) | undefined;
  disabled?: boolean | undefined;
  reason?: string | undefined;
};

export type PaletteProps = {
  open: boolean;
  onClose: () => void;
  label: string;
  placeholder: string;
  items: readonly PaletteItem[];
  emptyText: string;
  /** What is typed, for items that come from elsewhere. */
  onQuery?: ((text: string) => void) | undefined;
  loading?: boolean | undefined;
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
