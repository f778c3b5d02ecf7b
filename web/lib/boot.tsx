/** The data that the server embeds in each page, so that the page can render without a request. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Theme } from '#web/ui/theme.ts';
import type { Lang } from './i18n.ts';

export type BootData = {
  lang: Lang;
  /** Colour theme; null follows the system setting. */
  theme: Theme;
  /** Whether names and phone numbers are masked (the eye button). */
  hidden: boolean;
  /** IANA time zone, from the cookie `tz`. */
  timeZone: string;
  /** Render time of the page, ms since 1970. */
  now: number;
  /** The navigation bar chosen in this browser; null is the default bar. */
  bar: 'classic' | null;
  demo: boolean;
  /** Session token; scripts hold it in memory only, and the cookie is HttpOnly. */
  token: string;
  /** The lowest log position on the page; `resume` starts there. */
  position: string | null;
};

const BootContext = createContext<BootData | null>(null);

export function BootProvider({ value, children }: { value: BootData; children: ReactNode }) {
  return <BootContext value={value}>{children}</BootContext>;
}

/** @throws Error outside the app's root */
export function useBoot(): BootData {
  const boot = useContext(BootContext);
  if (boot === null) throw new Error('BootProvider is missing above this component');
  return boot;
}
