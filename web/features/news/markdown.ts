/**
 * Markdown as HTML: on the server for readers, in the back office for the preview, with the same rules. What a writer
 * types as HTML is shown as the text that it is.
 */
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';

const options = {
  // micromark's own defaults, said aloud: no HTML of the writer's, no javascript: and no data:.
  allowDangerousHtml: false,
  allowDangerousProtocol: false,
  extensions: [gfmTable()],
  htmlExtensions: [gfmTableHtml()],
};

/** Every `<` of the writer's is `&lt;` by now, and every `>` and `"` in an attribute too: these are tags of micromark's. */
const picture = /<img src="([^"]*)" alt="([^"]*)"([^>]*?)\s*\/>/g;
const heading = /<(\/?)h([1-6])>/g;
const link = /<a href="([^"]*)"/g;
const table = /<table>([\s\S]*?)<\/table>/g;
const aligned = / align="(left|right|center)"/g;

/** Pictures come from here alone: none tells another site who reads. `..` could lead to what is no file. */
const isOwn = (src: string) => /^\/api\/articles\/[\w-]+\/files\/[\w-]+$/.test(src);

const shownPicture = (_: string, src: string, alt: string, title: string): string =>
  isOwn(src) ? `<img src="${src}" alt="${alt}"${title} loading="lazy" />` : `<span>${alt}</span>`;

/** Headings keep their order, and the highest of them is what the page wants there: a writer may begin with # or with ##. */
function placed(html: string, top: number): string {
  const levels = [...html.matchAll(heading)].map(([, , level]) => Number(level));
  const shift = top - Math.min(...levels);
  return html.replace(heading, (_, end, level) => `<${end}h${Math.min(6, Number(level) + shift)}>`);
}

/** Marks links to other sites, protocol-relative ones included. */
const leading = (tag: string, href: string): string =>
  /^(?:https?:|\/\/)/i.test(href) ? `${tag} rel="noopener noreferrer"` : tag;

/**
 * What micromark reads in a time that grows with the square of it: signs of emphasis, of links and ends of lines within
 * one paragraph, and quotes and lists that begin within each other in one line. 40,000 of them hold a server for minutes.
 */
const mostSigns = 1000;
const mostNested = 6;
const paragraphs = /\n[ \t]*\n|\n(?= {0,3}(?:[-*+] +\S|#{1,6} ))/;
const signs = /[*_[\n]/g;
const nested = new RegExp(`^[ \\t]*(?:(?:>|[-*+]|\\d{1,9}[.)])[ \\t]*){${mostNested}}`, 'm');

/** Lines with three of them within each other. */
const mostDeep = 400;
const deep = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){3}/gm;

const isTangled = (markdown: string): boolean =>
  nested.test(markdown) ||
  (markdown.match(deep)?.length ?? 0) > mostDeep ||
  markdown.split(paragraphs).some(paragraph => (paragraph.match(signs)?.length ?? 0) > mostSigns);

const shownAs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What nobody writes to be read is shown as it was typed. */
const asTyped = (markdown: string): string =>
  `<p>${markdown.replace(/[&<>"]/g, sign => shownAs[sign] ?? sign)}</p>`;

/** The HTML of a text. @param top the level of its highest heading: 2 below the title of a page */
export const htmlOf = (markdown: string, top = 2): string =>
  placed(isTangled(markdown) ? asTyped(markdown) : micromark(markdown, options), top)
    .replace(picture, shownPicture)
    .replace(link, leading)
    // A wide table scrolls by itself, by keyboard too.
    .replace(table, '<div data-scroll tabindex="0"><table>$1</table></div>')
    .replace(aligned, ' data-align="$1"');

/** The words of a text without its marks, cut after a sentence or so: for lists and for search. */
export function plainOf(markdown: string, most = 160): string {
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
