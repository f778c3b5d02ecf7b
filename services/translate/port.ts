/** Another language's reading of a message, as everything else sees it. The original stays beside it, always. */
import type { Gloss } from '#events/term/gloss.ts';
import type { Lang } from '../i18n/dictionaries.ts';

export type Translated = {
  /** The text as it was sent: what is said in it is never replaced. */
  original: string;
  /** Its terms, teeth, steps and quantities in the other language, in the order of the text, each once. */
  glosses: readonly Gloss[];
  /** The whole in the other language; null from a driver that does not write sentences. */
  text: string | null;
};

export interface Translate {
  /** @param to the reader's language */
  translate(text: string, to: Lang): Promise<Translated>;
  close(): Promise<void>;
}
