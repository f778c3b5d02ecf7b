/**
 * A case's number where a link's page has a key: for a session that sees the case it leads to the case's own view, and
 * for anybody else it is a key that nobody has.
 */
import type { Hono } from 'hono';
import type { CaseView, FileItem } from '#projections/case/view.ts';
import type { ModelProps } from '#web/pages/ModelPage.tsx';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import type { Session } from '../people/sessions.ts';

export type Inside = {
  /** Of the request's cookies; undefined: nobody. */
  session: (c: ApiContext) => Promise<Session | undefined>;
  api: Hono<ApiEnv>;
};

/** Numbers of cases are short, and keys of links are not: neither is ever taken for the other. */
const caseNumber = /^[A-Za-z0-9]{4,12}$/;

type Seen = { view: CaseView; ask: (path: string, method?: 'GET' | 'HEAD') => Promise<Response> };

/** The case that `:key` names, as this session sees it; undefined where it does not. */
export async function seenCase({ api, session }: Inside, c: ApiContext): Promise<Seen | undefined> {
  const key = c.req.param('key') ?? '';
  if (!caseNumber.test(key)) return undefined;
  const who = await session(c);
  if (!who) return undefined;
  const ask: Seen['ask'] = async (path, method = 'GET') => {
    const init = { method, headers: { Authorization: who.token } };
    return api.fetch(new Request(new URL(path, 'http://127.0.0.1'), init), c.env);
  };
  const answer = await ask(`/api/cases/${key}`);
  if (answer.status !== 200) return undefined;
  // The boundary: our own answer.
  const { data } = (await answer.json()) as { data: CaseView };
  return { view: data, ask };
}

const named = (models: readonly FileItem[], id: string | undefined): FileItem | undefined =>
  id === undefined ? models[0] : models.find(file => file.id === id);

/** A case's model, the first of them where none is named; undefined where there is none of that name. */
export async function modelPage(
  { view, ask }: Seen,
  fileId: string | undefined,
): Promise<ModelProps | undefined> {
  const models = view.files.filter(file => file.kind === 'stl');
  const model = named(models, fileId);
  if (!model) return undefined;
  const path = `/api/files/${encodeURIComponent(model.id)}`;
  const mesh = await ask(`${path}/mesh`, 'HEAD');
  const bytes = mesh.status === 200 ? Number(mesh.headers.get('Content-Length')) : null;
  const address = `/showStlView/${encodeURIComponent(view.caseId)}`;
  return {
    model: { slot: model.slot, bytes },
    picture: `${path}/picture`,
    mesh: `${path}/mesh`,
    inside: {
      toCase: `/caseDetail?id=${encodeURIComponent(view.caseId)}#digitalModel`,
      models: models.map(({ id, slot }) => ({
        slot,
        href: `${address}?file=${encodeURIComponent(id)}`,
        here: id === model.id,
      })),
    },
  };
}
