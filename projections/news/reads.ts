/** Reading articles. Whoever asks has the right to. */
import type { Article } from '#events/news/article.ts';
import type { ArticleKind } from '#events/news/kinds.ts';
import { defined, type Found, type Own } from '../found.ts';
import { articleRoom } from '../rooms.ts';

type ArticlesAsked = {
  /** The organisation that writes them. */
  orgId: string;
  kind: ArticleKind;
  keyword?: string;
  offset: number;
  limit: number;
};

export type ArticleReads = {
  /** One article, whatever has become of it. */
  articleOf(id: string): Found<Article> | undefined;
  /** Those that are there, drafts too, the newest first. */
  articlesOf(asked: ArticlesAsked): { found: Found<Article>[]; total: number };
  /** Those that are read at a time (ms), the newest first. */
  articlesReadAt(now: number, asked: ArticlesAsked): { found: Found<Article>[]; total: number };
};

/** Articles of a kind that wait for their time: a few. */
const WAITING = 1000;
/** What a search looks through: more than one kind of an organisation has. */
const SEARCHED = 1000;

export function createArticleReads(own: Own<never>): ArticleReads {
  const find = (id: string) => own.find<Article>('articles', id);
  const page = ({ orgId, offset, limit, keyword }: ArticlesAsked, wants: (group: string) => boolean) => {
    const where = { list: 'articles', rooms: [articleRoom(orgId)], wants, sort: 'at', descending: true };
    const { ids, total } = own.pageOfIds({ ...where, offset, limit, ...(keyword ? { keyword } : {}) });
    return { found: ids.map(find).filter(defined), total };
  };
  return {
    articleOf: find,
    articlesOf: asked => page(asked, group => group.startsWith(`${asked.kind}.`)),
    articlesReadAt: (now, asked) => {
      const group = `${asked.kind}.out`;
      const time = new Date(now).toISOString();
      const wants = (one: string) => one === group;
      if (asked.keyword) {
        const all = page({ ...asked, offset: 0, limit: SEARCHED }, wants).found;
        const read = all.filter(({ row }) => (row.publishAt ?? time) <= time);
        return { found: read.slice(asked.offset, asked.offset + asked.limit), total: read.length };
      }
      // Those whose time has not come stand before all others.
      const ahead = own.idsAfter('articles', articleRoom(asked.orgId), [group], time, WAITING).length;
      const { found, total } = page({ ...asked, offset: ahead + asked.offset }, wants);
      return { found, total: total - ahead };
    },
  };
}
