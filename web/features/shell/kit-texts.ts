import type { TFunction } from 'i18next';
import type { KitTextTable } from '#web/ui/kit-texts.tsx';

const names = [
  'close',
  'clear',
  'optional',
  'required',
  'loading',
  'showPassword',
  'hidePassword',
  'previousPage',
  'nextPage',
  'selectAll',
  'moreActions',
  'notifications',
  'chooseFile',
  'increase',
  'decrease',
  'showOptions',
  'unset',
  'noSuchDay',
] as const satisfies readonly (keyof KitTextTable)[];

/** Texts of the kit's own controls. */
export const uiKitTexts = (t: TFunction): KitTextTable =>
  // Cast at the boundary: the list above contains every key of the table.
  Object.fromEntries(
    names.map(name => [name, t(`common:kit.${name}`, { date: '{{date}}' })]),
  ) as KitTextTable;
