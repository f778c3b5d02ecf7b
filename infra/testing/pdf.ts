/** What a PDF says and shows, as a reader's program finds it. */
import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Text without its spaces and line breaks: a line may end anywhere in Chinese. */
export const unspaced = (text: string): string => text.replace(/\s+/g, '');

export type ReadPdf = {
  pages: number;
  /** All of it in the order in which it was written, a line break where a line ends; no foot of a page. */
  text: string;
  /** The foot of each page. */
  feet: string[];
  pictures: number;
  title: string;
};

type Piece = { str: string; hasEOL: boolean } | { type: string; tag?: string };

/** Text of a page, and what is marked as no part of it. */
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

/** @throws Error where it is no PDF */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The reader takes the bytes away with it.
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

/** Asks for a path with these headers, as somebody who is signed in. */
export type Get = (path: string, headers: Record<string, string>) => Promise<Response>;

/** The order form of a case as a reader finds it. @throws Error with the answer where it is refused */
export async function orderForm(get: Get, caseId: string, lang: 'en' | 'zh-CN'): Promise<ReadPdf> {
  const answer = await get(`/api/cases/${caseId}/order.pdf`, { 'Accept-Language': lang });
  if (!answer.ok) throw new Error(`order.pdf of ${caseId}: ${answer.status} ${await answer.text()}`);
  return readPdf(new Uint8Array(await answer.arrayBuffer()));
}

/** What the order form of a case says, without spaces. */
export const orderText = async (get: Get, caseId: string, lang: 'en' | 'zh-CN'): Promise<string> =>
  unspaced((await orderForm(get, caseId, lang)).text);
