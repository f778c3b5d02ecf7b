/** The start data embedded in the page for the browser: boot data, query cache and dictionaries. */
import type { DehydratedState } from '@tanstack/react-query';
import type { BootData } from './boot.tsx';
import type { Dictionaries } from './i18n.ts';

export type StartData = { boot: BootData; rows: DehydratedState; words: Dictionaries };

export const startDataId = 'start';

/** Escapes `<`, so that an HTML parser cannot end the script element early. */
export const serializeStartData = (start: StartData): string =>
  JSON.stringify(start).replaceAll('<', '\\u003c');

// Cast at the boundary: the server of the same build wrote this JSON.
export const parseStartData = (text: string): StartData => JSON.parse(text) as StartData;
