/** Joins the class names that are there. @returns undefined when none is, so that no empty attribute is written. */
export function cx(...names: unknown[]): string | undefined {
  const kept = names.filter(name => typeof name === 'string' && name !== '');
  return kept.length > 0 ? kept.join(' ') : undefined;
}
