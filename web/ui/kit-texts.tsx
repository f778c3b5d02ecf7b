import { createContext, type ReactNode, useContext } from 'react';

/** Texts of the kit's own controls in the reader's language; the app sets them once. */
export type KitTextTable = {
  close: string;
  clear: string;
  optional: string;
  required: string;
  loading: string;
  showPassword: string;
  hidePassword: string;
  previousPage: string;
  nextPage: string;
  selectAll: string;
  moreActions: string;
  notifications: string;
  chooseFile: string;
  increase: string;
  decrease: string;
  showOptions: string;
  unset: string;
  /** `{{date}}` is replaced by the date. */
  noSuchDay: string;
};

const Texts = createContext<KitTextTable | null>(null);

export function KitTextsProvider({ value, children }: { value: KitTextTable; children: ReactNode }) {
  return <Texts value={value}>{children}</Texts>;
}

/** @throws Error if the app has set no texts: a control without a name must not be rendered */
export function useKitTexts(): KitTextTable {
  const texts = useContext(Texts);
  if (texts === null) throw new Error('KitTextsProvider is missing above this component');
  return texts;
}
