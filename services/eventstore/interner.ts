/** Replaces equal texts by one string, because a log names the same types and people millions of times. */

/**
 * Returns a function that returns the first of equal texts. Maps then compare keys by identity, and a text's hash is
 * computed once.
 * @param size number of texts after which all texts are forgotten
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
