/**
 * A case number in place of a share link's key. Redirects a session that sees the case to the case's own view. For all
 * others, the number counts as an unknown key.
 */
import type { Hono } from 'hono';
import type { CaseView, FileItem } from '#projections/case/view.ts';
import type { ModelProps } from '#web/pages/ModelPage.tsx';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import type { Session } from '../people/session.ts';

export type CaseNumberDeps = {
  /** The session of the request's cookies, if any. */
  session: (c: ApiContext) => Promise<Session | undefined>;
  api: Hono<ApiEnv>;
};

/** Case numbers are short and share keys long, so neither is taken for the other. */
const caseNumber = /^[A-Za-z0-9]{4,12}$/;

type Seen = { view: CaseView; ask: (path: string, method?: 'GET' | 'HEAD') => Promise<Response> };

/** The case that `:key` names, if this session sees it. */
export async function findCaseOfNumber(
  { api, session }: CaseNumberDeps,
  c: ApiContext,
): Promise<Seen | undefined> {
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
  // Cast: the API's own answer.
  const { data } = (await answer.json()) as { data: CaseView };
  return { view: data, ask };
}

const named = (models: readonly FileItem[], id: string | undefined): FileItem | undefined =>
  id === undefined ? models[0] : models.find(file => file.id === id);

/** Returns the page props of a case's model, by default the first; undefined if no model has that id. */
export async function modelPagePropsOf(
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
