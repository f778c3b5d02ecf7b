/** A test server with a folder for files, for tests of articles. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArticleItem } from '#projections/news/item.ts';
import { openTestServer, type TestPersonName } from './test-server.ts';

export const articlesPath = '/api/backOffice/articles';
export const articleText = (title: string, body = 'Body') => ({ title, body });

export async function openArticleTestServer() {
  const dir = mkdtempSync(join(tmpdir(), 'archline-articles-'));
  const bench = await openTestServer({ dataDir: dir });

  const begin = async (kind = 'news', as: TestPersonName = 'service') =>
    (await bench.post<ArticleItem>(articlesPath, { as, body: { kind } })).data;
  const save = (id: string, body: object, as: TestPersonName = 'service') =>
    bench.put<ArticleItem>(`${articlesPath}/${id}`, { as, body: { edition: 0, ...body } });
  const publish = (id: string, at?: string, as: TestPersonName = 'service') =>
    bench.post<ArticleItem>(`${articlesPath}/${id}/publish`, { as, body: at === undefined ? {} : { at } });

  /** Creates an article and publishes it: now, at another time (`at`), or not (null). */
  async function written(
    kind: string,
    {
      as = 'service',
      at,
      ...content
    }: { as?: TestPersonName; at?: string | null; [field: string]: unknown } = {},
  ): Promise<string> {
    const { id } = await begin(kind, as);
    const texts = { en: articleText('Title'), 'zh-CN': articleText('标题', '正文') };
    await save(id, { texts, ...content }, as);
    if (at !== null) await publish(id, at, as);
    return id;
  }

  /** Uploads in one request. Returns the id, or the status of the refusal. */
  async function upload(
    bytes: Uint8Array,
    metadata: Record<string, string>,
    as: TestPersonName = 'service',
  ): Promise<string> {
    const token = await bench.tokenOf(as);
    const tus = { 'Tus-Resumable': '1.0.0', Authorization: token };
    const described = Object.entries(metadata).map(([k, v]) => `${k} ${Buffer.from(v).toString('base64')}`);
    const begun = await bench.app.request('/api/uploads', {
      method: 'POST',
      headers: { ...tus, 'Upload-Length': String(bytes.length), 'Upload-Metadata': described.join() },
    });
    const url = begun.headers.get('location');
    if (!url) return String(begun.status);
    const sent = await bench.app.request(url, {
      method: 'PATCH',
      headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      body: Buffer.from(bytes),
    });
    return sent.status === 204 ? (url.split('/').at(-1) ?? '') : String(sent.status);
  }
  const picture = (bytes: Uint8Array, as?: TestPersonName) =>
    upload(bytes, { purpose: 'article', kind: 'article', filename: '张伟.png' }, as);

  const close = async () => {
    await bench.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { bench, begin, save, publish, written, upload, picture, close };
}

export type ArticleTestServer = Awaited<ReturnType<typeof openArticleTestServer>>;
