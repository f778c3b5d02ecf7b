/** Reads text, footers and pictures of a PDF. */
import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Removes spaces and line breaks, because Chinese text may wrap anywhere. */
export const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

export type PdfContent = {
  pages: number;
  /**
   * Text of all pages in the written order, with a line break at the end of each line and without the
   * footers.
   */
  text: string;
  /** Footer of each page. */
  feet: string[];
  pictures: number;
  title: string;
};

type Piece = { str: string; hasEOL: boolean } | { type: string; tag?: string };

/** Splits the text of a page into body and footer. Footers are marked as Artifact. */
function split(items: readonly Piece[]): { text: string; foot: string } {
  const said = { text: '', foot: '' };
  const tags: string[] = [];
  for (const item of items) {
    if ('str' in item)
      said[tags.includes('Artifact') ? 'foot' : 'text'] += item.str + (item.hasEOL ? '\n' : '');
    else if (item.type.startsWith('begin')) tags.push(item.tag ?? '');
    else tags.pop();
  }
  return said;
}

async function picturesIn(doc: PDFDocumentProxy, page: number): Promise<number> {
  const { fnArray } = await (await doc.getPage(page)).getOperatorList();
  return fnArray.filter(op => op === OPS.paintImageXObject).length;
}

/** @throws Error if the bytes are no PDF */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  // Copies the bytes, because pdf.js transfers and empties its buffer.
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const doc = await loading.promise;
  const numbers = Array.from({ length: doc.numPages }, (_, i) => i + 1);
  const said = await Promise.all(
    numbers.map(async n => {
      const { items } = await (await doc.getPage(n)).getTextContent({ includeMarkedContent: true });
      return split(items as Piece[]);
    }),
  );
  const pictures = await Promise.all(numbers.map(n => picturesIn(doc, n)));
  const { info } = await doc.getMetadata();
  await loading.destroy();
  return {
    pages: doc.numPages,
    text: said.map(page => page.text).join('\n'),
    feet: said.map(page => page.foot.trim()),
    pictures: pictures.reduce((sum, n) => sum + n, 0),
    title: 'Title' in info ? String(info.Title) : '',
  };
}

/** Sends a GET request as a signed-in user. */
export type HttpGet = (path: string, headers: Record<string, string>) => Promise<Response>;

/**
 * Downloads and reads the order form of a case. @throws Error with the server's answer if the download is
 * refused
 */
export async function readOrderForm(get: HttpGet, caseId: string, lang: 'en' | 'zh-CN'): Promise<PdfContent> {
  const answer = await get(`/api/cases/${caseId}/order.pdf`, { 'Accept-Language': lang });
  if (!answer.ok) throw new Error(`order.pdf of ${caseId}: ${answer.status} ${await answer.text()}`);
  return readPdf(new Uint8Array(await answer.arrayBuffer()));
}

/** Text of a case's order form, without spaces. */
export const readOrderFormText = async (
  get: HttpGet,
  caseId: string,
  lang: 'en' | 'zh-CN',
): Promise<string> => withoutSpaces((await readOrderForm(get, caseId, lang)).text);
