/** Calls as the page makes them: the session, renewed by answers; a key for each command; reads from no earlier than what was reached. */
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';

const answerMs = new Trend('answer_ms', true);
let from = 0;
/** Answers are timed from this moment on. @param at ms since 1970 */
export const timeFrom = at => {
  from = at;
};
/** Time to an answer, of the API or of what is said over the socket; ms. */
export const answered = (ms, name) => Date.now() >= from && answerMs.add(ms, { name });

/** Refusals, and calls without an answer. */
export const errors = new Counter('errors');

/** Acts for which somebody else was quicker. */
const quicker = new Counter('overtaken');

const mostSaid = 5;
let said = 0;

/** Counts it; each virtual user says its first few. */
export function failed(what, detail) {
  errors.add(1);
  if (said++ < mostSaid) console.error(`${what}: ${detail}`);
}

const isRead = method => method === 'GET' || method === 'HEAD';

/**
 * @param pattern the route, for the measure's name @param more headers
 * @param unread nobody looks at what is answered: it is taken from the line, and not kept. Of a refusal no words are left then
 * @param overtaken codes of refusals that are an answer here: they are counted by themselves
 * Resolves with the answer; a refusal is counted.
 */
export async function call(
  user,
  method,
  path,
  { body, pattern = path, more = {}, unread = false, overtaken = [] } = {},
) {
  const headers = { 'X-Api-Version': '1', Accept: 'application/json', 'Accept-Language': 'zh-CN', ...more };
  headers.Authorization = user.token;
  if (isRead(method) && user.reached) headers['X-Position'] = user.reached;
  if (!isRead(method)) headers['Idempotency-Key'] = crypto.randomUUID();
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const text = body === undefined ? null : JSON.stringify(body);
  const name = `${method} ${pattern}`;
  const answer = await http.asyncRequest(method, `${user.url}${path}`, text, {
    headers,
    tags: { name },
    responseType: unread ? 'none' : 'text',
  });
  answered(answer.timings.duration, name);
  const { 'X-Token': token, 'X-Position': position } = answer.headers;
  if (token) user.token = token;
  if (position && !isRead(method)) user.reached = position;
  if (answer.status >= 200 && answer.status < 300) return answer;
  if (overtaken.length > 0 && answer.status < 500 && overtaken.includes(answer.json('code'))) quicker.add(1);
  else failed(name, `${answer.status} ${answer.error || answer.body}`.slice(0, 300));
  return answer;
}

export const dataOf = answer => (answer.status === 200 ? answer.json('data') : undefined);
