/** Reads articles. Callers check the right to them. */
import type { Article } from '#events/news/article.ts';
import type { ArticleKind } from '#events/news/kinds.ts';
import { articleRoom } from '../rooms.ts';
import { type FoundRow, isDefined, type ViewRowReads } from '../row-access.ts';

type ArticlesAsked = {
  /** The organisation that writes the articles. */
  orgId: string;
  kind: ArticleKind;
  keyword?: string;
  offset: number;
  limit: number;
};

export type ArticleReads = {
  /** One article, published or not, deleted ones included. */
  articleOf(id: string): FoundRow<Article> | undefined;
  /** Articles that are not deleted, drafts included, newest first. */
  articlesOf(asked: ArticlesAsked): { found: FoundRow<Article>[]; total: number };
  /** Articles public at a time (milliseconds since 1970), newest first. */
  articlesReadAt(now: number, asked: ArticlesAsked): { found: FoundRow<Article>[]; total: number };
};

/** Largest number of scheduled articles of a kind. */
const WAITING = 1000;
/** Most articles that one search looks through. */
const SEARCHED = 1000;

export function createArticleReads(own: ViewRowReads<never>): ArticleReads {
  const find = (id: string) => own.find<Article>('articles', id);
  const page = ({ orgId, offset, limit, keyword }: ArticlesAsked, wants: (group: string) => boolean) => {
    const where = { list: 'articles', rooms: [articleRoom(orgId)], wants, sort: 'at', descending: true };
    const { ids, total } = own.pageOfIds({ ...where, offset, limit, ...(keyword ? { keyword } : {}) });
    return { found: ids.map(find).filter(isDefined), total };
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
      // Scheduled articles sort before all public ones.
      const ahead = own.idsAfter('articles', articleRoom(asked.orgId), [group], time, WAITING).length;
      const { found, total } = page({ ...asked, offset: ahead + asked.offset }, wants);
      return { found, total: total - ahead };
    },
  };
}
