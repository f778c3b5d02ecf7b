/**
 * Counts the values in JSON before it is parsed. Otherwise a small file of brackets could take all memory and block
 * every other request for seconds. One pass over the bytes, without allocation.
 */
import { refusalOfUnfitFile } from '#events/file/check.ts';

const [quote, backslash, comma, squareOpen, squareClose, curlyOpen, curlyClose] = Buffer.from('"\\,[]{}');

export type JsonLimits = {
  /** Number of values without keys: numbers, words, lists and objects. An empty list counts twice. */
  max: number;
  /** Nesting depth of lists and objects. */
  depth: number;
};

/**
 * Limits for a plan.json. 32 teeth over 200 stages are 46,000 numbers. Attachments, IPR and other actions add a few
 * thousand.
 */
export const planJsonLimits = { max: 200_000, depth: 16 };

/**
 * Returns true if JSON exceeds the limits. The result is arbitrary for invalid JSON, which the parser
 * rejects.
 */
export function exceedsJsonLimits(bytes: Uint8Array, { max, depth }: JsonLimits): boolean {
  let [seen, deep, quoted] = [0, 0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (quoted) {
      if (byte === backslash) at += 1;
      else if (byte === quote) quoted = false;
      continue;
    }
    if (byte === quote) quoted = true;
    else if (byte === comma) seen += 1;
    else if (byte === squareOpen || byte === curlyOpen) [seen, deep] = [seen + 1, deep + 1];
    else if (byte === squareClose || byte === curlyClose) deep -= 1;
    if (seen > max || deep > depth) return true;
  }
  return false;
}

/** @throws Refusal badContent `too-many-values` */
export function refuseJsonOverLimits(bytes: Uint8Array, crowd: JsonLimits): void {
  if (exceedsJsonLimits(bytes, crowd)) throw refusalOfUnfitFile('badContent', 'too-many-values', crowd);
}

/** Parses a JSON file with or without a byte order mark. Undefined if it is not JSON. */
export function parseJsonFile(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
