/** Ids of the demo. They derive from text, so that a replay has the same ids. */
import { v5 } from 'uuid';

const namespace = '5b0b1a57-6b0e-5f0c-8b53-0e5d7d0b9a11';

export const demoIdOf = (words: string): string => v5(words, namespace);
