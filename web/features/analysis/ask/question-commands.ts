/** Commands on saved questions. Each success makes the lists stale. */
import type { QuestionDetail } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { currentPage } from '#web/lib/browser.ts';
import { questionsKey, savedQuestionQuery } from './ask-queries.ts';

export type QuestionBody = Pick<QuestionDetail, 'title' | 'sql' | 'params' | 'chart' | 'asOf'> & {
  shared?: boolean;
};

export const questionBodyOf = ({ title, sql, params, chart, asOf }: QuestionDetail): QuestionBody => ({
  ...{ title, sql, params, chart, asOf },
});

async function kept(done: CommandResult<QuestionDetail>): Promise<CommandResult<QuestionDetail>> {
  if (!done.ok) return done;
  const { client } = currentPage();
  const { data } = done.answer;
  await client.invalidateQueries({ queryKey: questionsKey });
  client.setQueryData(savedQuestionQuery(data.id).queryKey, data);
  return done;
}

export const questionCommands = {
  add: async (body: QuestionBody) => kept(await sendCommand('POST', '/analysis/questions', body)),
  /** @param revision on which the change is based; if absent, the change applies to any revision, as for an undo */
  change: async (id: string, body: QuestionBody, revision?: number) =>
    kept(
      await sendCommand('PUT', '/analysis/questions/:id', body, {
        parts: { id },
        ...(revision === undefined ? {} : { ifMatch: `"${revision}"` }),
      }),
    ),
  remove: async (id: string) => {
    const done = await sendCommand('DELETE', `/analysis/questions/${encodeURIComponent(id)}`);
    if (done.ok) await currentPage().client.invalidateQueries({ queryKey: questionsKey });
    return done;
  },
};
