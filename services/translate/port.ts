/** Port for the translation of a message. The original is always shown beside it. */
import type { Gloss } from '#events/term/gloss.ts';
import type { Lang } from '../i18n/dictionaries.ts';

export type Translation = {
  /** The text as sent, which is never replaced. */
  original: string;
  /** Terms, teeth, steps and quantities translated, in the order of the text, each once. */
  glosses: readonly Gloss[];
  /** The whole translation; null from a driver that writes no sentences. */
  text: string | null;
};

export interface Translator {
  /** @param to the reader's language */
  translate(text: string, to: Lang): Promise<Translation>;
  close(): Promise<void>;
}
