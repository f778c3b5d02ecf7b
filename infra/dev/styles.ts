/**
 * All styles of web/ as one text. The server writes it into the page, so that the page is styled before its
 * scripts run.
 */
const files: Record<string, string> = import.meta.glob(
  ['../../web/styles/index.css', '../../web/**/*.module.css'],
  {
    eager: true,
    query: '?inline',
    import: 'default',
  },
);

// Global styles come first, as in the build. The order of the others does not matter within their layer.
const isModule = (path: string) => path.endsWith('.module.css');

export const allStylesText: string = Object.entries(files)
  .toSorted(([a], [b]) => Number(isModule(a)) - Number(isModule(b)))
  .map(([, text]) => text)
  .join('\n');
