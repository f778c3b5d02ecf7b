/** The block of data in the page that the browser starts from: what the server knew, its rows, the words it used. */
import type { DehydratedState } from '@tanstack/react-query';
import type { Boot } from './boot.tsx';
import type { Dictionaries } from './i18n.ts';

export type Start = { boot: Boot; rows: DehydratedState; words: Dictionaries };

export const startId = 'start';

/** As text that no parser of HTML can mistake for the end of the block. */
export const writeStart = (start: Start): string => JSON.stringify(start).replaceAll('<', '\\u003c');

// The boundary: the server of the same build wrote it.
export const readStart = (text: string): Start => JSON.parse(text) as Start;
