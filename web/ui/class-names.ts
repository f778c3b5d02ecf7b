/**
 * Joins the given class names. @returns undefined if there are none, so that no empty attribute is rendered
 */
export function cx(...names: unknown[]): string | undefined {
  const kept = names.filter(name => typeof name === 'string' && name !== '');
  return kept.length > 0 ? kept.join(' ') : undefined;
}
