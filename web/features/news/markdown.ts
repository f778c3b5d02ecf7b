/**
 * Markdown as HTML, with the same rules on the server and in the back office's preview. HTML typed by a
 * writer is shown as text.
 */
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';

const options = {
  // micromark's defaults, stated explicitly: no raw HTML, no javascript: and data: URLs.
  allowDangerousHtml: false,
  allowDangerousProtocol: false,
  extensions: [gfmTable()],
  htmlExtensions: [gfmTableHtml()],
};

/**
 * The writer's `<` is already `&lt;`, and `>` and `"` in attributes are escaped too: these patterns match
 * micromark's own tags only.
 */
const picture = /<img src="([^"]*)" alt="([^"]*)"([^>]*?)\s*\/>/g;
const heading = /<(\/?)h([1-6])>/g;
const link = /<a href="([^"]*)"/g;
const table = /<table>([\s\S]*?)<\/table>/g;
const aligned = / align="(left|right|center)"/g;

/**
 * Allows only own pictures: an external one would reveal its readers to another site. `..` could lead to
 * other paths.
 */
const isOwn = (src: string) => /^\/api\/articles\/[\w-]+\/files\/[\w-]+$/.test(src);

const renderPicture = (_: string, src: string, alt: string, title: string): string =>
  isOwn(src) ? `<img src="${src}" alt="${alt}"${title} loading="lazy" />` : `<span>${alt}</span>`;

/** Shifts headings so that the highest has the page's level: a writer may start with # or ##. */
function shiftHeadings(html: string, top: number): string {
  const levels = [...html.matchAll(heading)].map(([, , level]) => Number(level));
  const shift = top - Math.min(...levels);
  return html.replace(heading, (_, end, level) => `<${end}h${Math.min(6, Number(level) + shift)}>`);
}

/** Marks links to other sites, including protocol-relative ones. */
const leading = (tag: string, href: string): string =>
  /^(?:https?:|\/\/)/i.test(href) ? `${tag} rel="noopener noreferrer"` : tag;

/**
 * Limits for input that micromark parses in quadratic time: emphasis and link marks and line ends within one
 * paragraph, and quotes and lists nested in one line. 40,000 of them would block a server for minutes.
 */
const maxSigns = 1000;
const maxNesting = 6;
const paragraphs = /\n[ \t]*\n|\n(?= {0,3}(?:[-*+] +\S|#{1,6} ))/;
const signs = /[*_[\n]/g;
const nested = new RegExp(`^[ \\t]*(?:(?:>|[-*+]|\\d{1,9}[.)])[ \\t]*){${maxNesting}}`, 'm');

/** Maximum number of lines with three nested levels. */
const maxDeepLines = 400;
const deep = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){3}/gm;

const isTangled = (markdown: string): boolean =>
  nested.test(markdown) ||
  (markdown.match(deep)?.length ?? 0) > maxDeepLines ||
  markdown.split(paragraphs).some(paragraph => (paragraph.match(signs)?.length ?? 0) > maxSigns);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Shows text beyond the parsing limits unformatted. */
const asTyped = (markdown: string): string =>
  `<p>${markdown.replace(/[&<>"]/g, sign => escapes[sign] ?? sign)}</p>`;

/** Returns the HTML of a text. @param top level of the highest heading: 2 below a page title */
export const markdownToHtml = (markdown: string, top = 2): string =>
  shiftHeadings(isTangled(markdown) ? asTyped(markdown) : micromark(markdown, options), top)
    .replace(picture, renderPicture)
    .replace(link, leading)
    // Makes a wide table scrollable, also by keyboard.
    .replace(table, '<div data-scroll tabindex="0"><table>$1</table></div>')
    .replace(aligned, ' data-align="$1"');

/** Returns the text without markup, cut after a sentence or so, for lists and search. */
export function markdownToText(markdown: string, most = 160): string {
  const words = markdown
    .replace(/!\[[^\]]{0,500}\]\([^)]{0,500}\)/g, ' ')
    .replace(/\[([^\]]{0,500})\]\([^)]{0,500}\)/g, '$1')
    .replace(/^[^\S\n]*\|.*$/gm, ' ')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if ([...words].length <= most) return words;
  const cut = [...words].slice(0, most).join('');
  return `${cut.replace(/[\s,;:，；：、]+\S{0,12}$|[\s,;:，；：、]+$/u, '')}…`;
}
