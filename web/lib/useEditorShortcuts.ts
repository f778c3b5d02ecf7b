import { useEffect, useRef } from 'react';

type Act = (() => void) | undefined;
type Acts = { save: Act; up: Act; down: Act; submit: Act };

/** Ctrl-S, Alt-PgUp, Alt-PgDn and Ctrl-Enter, anywhere on the page. */
export function useEditorShortcuts(acts: Acts): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey;
      const keys: Record<string, (() => void) | undefined> = {
        s: command ? latest.current.save : undefined,
        Enter: command ? latest.current.submit : undefined,
        PageUp: event.altKey ? latest.current.up : undefined,
        PageDown: event.altKey ? latest.current.down : undefined,
      };
      const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!run || event.defaultPrevented) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
