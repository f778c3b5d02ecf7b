/** The route of an article's pictures and of its file for download. */
import { isRefusal, Refusal } from '#events/errors.ts';
import { type Article, mayWriteArticles } from '#events/news/article.ts';
import type { Viewer } from '#events/person/position.ts';
import { mayHaveMetadata, readCleanImage, servedEtagOf } from '#services/files/image-metadata.ts';
import type { Blobs } from '../files/blobs.ts';
import { createUploadRecords } from '../files/upload-record.ts';
import type { ApiContext } from '../http/context.ts';
import { authorizationToken, isActOfPerson } from '../http/guard.ts';
import { streamResponseBody } from '../http/stream-body.ts';
import { mayReadArticle } from '../news/article-readers.ts';
import { isNotModified } from './answer-formats.ts';
import type { ApiDeps } from './deps.ts';
import { publicRoute, type Route } from './route.ts';

/** The viewer, if any: from the header, or from the cookie of an image request. */
async function maybeViewer(
  c: ApiContext,
  { sessions, cookies }: Pick<ApiDeps, 'sessions' | 'cookies'>,
): Promise<Viewer | undefined> {
  const token = authorizationToken(c) ?? cookies.read(c, 'session');
  if (token === undefined) return undefined;
  try {
    return (await sessions.verify(token, { act: isActOfPerson(c) })).viewer;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Finds a picture that is uploaded for an article but not saved in it, for the writer's preview. */
async function unsavedPicture({ vault }: ApiDeps, { orgId }: Article, fileId: string) {
  const record = (await createUploadRecords(vault).get(fileId))?.record;
  if (record?.kind !== 'article' || record.orgId !== orgId || !record.finished) return undefined;
  const { sha256, mime } = record.finished;
  return { id: fileId, sha256, mime, size: record.size };
}

/** A file that the article names. For an unpublished article only its writers may read it. */
async function fileOf(deps: ApiDeps, viewer: Viewer | undefined, id: string, fileId: string) {
  const { models, clock } = deps;
  const article: Article | undefined = models.articleOf(id)?.row;
  if (!article) return undefined;
  const isWriter = viewer !== undefined && mayWriteArticles(viewer, article.orgId, article.orgId);
  if (!isWriter && !mayReadArticle(models.directory(), viewer, article, clock.now())) return undefined;
  const { download, pictures } = article;
  const picture = pictures.find(one => one.id === fileId);
  const downloadFile = download?.id === fileId ? download : undefined;
  const file =
    picture ?? downloadFile ?? (isWriter ? await unsavedPicture(deps, article, fileId) : undefined);
  return file && { orgId: article.orgId, ...file, name: downloadFile?.name };
}

const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
/** Content-Disposition with a file name in any language (RFC 6266). */
const dispositionOf = (name: string | undefined): string =>
  name === undefined
    ? 'inline'
    : `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, hex)}`;

export function articleFileRoute(deps: ApiDeps, blobs: Pick<Blobs, 'size' | 'read'> | undefined): Route {
  return publicRoute({
    method: 'get',
    path: '/api/articles/:id/files/:fileId',
    rule: 'public',
    tag: 'articles',
    media: 'application/octet-stream',
    summary: 'A picture of an article, or the file that it hands out, to whoever reads the article.',
    handle: async ({ c, param }) => {
      const file = await fileOf(deps, await maybeViewer(c, deps), param('id'), param('fileId'));
      if (!file) throw new Refusal('notFound');
      const { orgId, sha256, mime, name } = file;
      const size = await blobs?.size({ orgId, sha256 });
      if (!blobs || size === undefined) throw new Refusal('downloadFailed');
      c.header('Content-Type', mime);
      c.header('Content-Disposition', dispositionOf(name));
      c.header('X-Content-Type-Options', 'nosniff');
      c.header('Content-Security-Policy', "default-src 'none'; sandbox");
      c.header('Cross-Origin-Resource-Policy', 'same-origin');
      c.header('Cache-Control', 'private, no-cache');
      const etag = servedEtagOf(file);
      c.header('ETag', etag);
      if (isNotModified(c, etag)) return c.body(null, 304);
      c.header('Content-Length', String(size));
      if (c.req.method === 'HEAD') return c.body(null, 200);
      const stored = blobs.read({ orgId, sha256 });
      if (mayHaveMetadata(mime)) return c.body(await readCleanImage(stored, mime), 200);
      return c.body(streamResponseBody(c, stored, deps), 200);
    },
  });
}
