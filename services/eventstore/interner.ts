/** One string for all equal texts of a log, which names the same types and people millions of times. */

/**
 * Returns a function that gives the first of equal texts. Maps find that one by identity, and its hash is computed once.
 * @param size texts after which all are forgotten
 */
export function createInterner(size: number): (text: string) => string {
  const texts = new Map<string, string>();
  return text => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    if (texts.size >= size) texts.clear();
    texts.set(text, text);
    return text;
  };
}
