/** What a page knows before it asks for anything: the server says it once, in the page itself. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Theme } from '#web/ui/theme.ts';
import type { Lang } from './i18n.ts';

export type Boot = {
  lang: Lang;
  /** Null follows the system. */
  theme: Theme;
  /** The eye is hidden: names and phones come masked. */
  hidden: boolean;
  /** IANA name, from the cookie `tz`. */
  timeZone: string;
  /** Milliseconds since 1970 when the page was rendered. */
  now: number;
  /** The navigation bar that this browser chose; null is the usual one. */
  bar: 'classic' | null;
  demo: boolean;
  /** The session; kept in memory only, and in a cookie that no script can read. */
  token: string;
  /** The least position of what the page shows: `resume` starts there. */
  position: string | null;
};

const BootContext = createContext<Boot | null>(null);

export function BootProvider({ value, children }: { value: Boot; children: ReactNode }) {
  return <BootContext value={value}>{children}</BootContext>;
}

/** @throws Error outside of the app's root */
export function useBoot(): Boot {
  const boot = useContext(BootContext);
  if (boot === null) throw new Error('BootProvider is missing above this component');
  return boot;
}
