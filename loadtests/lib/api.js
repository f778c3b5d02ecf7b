/**
 * API calls like the page's: session token renewed by answers, an idempotency key for each command, and reads
 * that include the user's own writes.
 */
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';

const answerMs = new Trend('answer_ms', true);
let from = 0;
/** Starts recording answer times at this moment. @param at ms since 1970 */
export const startTiming = at => {
  from = at;
};
/** Records the time to an answer of the API or the socket, in ms. */
export const recordAnswerTime = (ms, name) => Date.now() >= from && answerMs.add(ms, { name });

/** Refused and unanswered calls. */
export const errorCounter = new Counter('errors');

/** Acts for which a colleague was quicker. */
const quicker = new Counter('overtaken');

const mostSaid = 5;
let said = 0;

/** Counts a failure. Each virtual user prints its first few. */
export function countFailure(what, detail) {
  errorCounter.add(1);
  if (said++ < mostSaid) console.error(`${what}: ${detail}`);
}

const isRead = method => method === 'GET' || method === 'HEAD';

/**
 * Sends a request. Resolves with the answer and counts a refusal.
 * @param pattern route, for the metric's name @param more headers
 * @param unread true: the answer's body is discarded, and so is the text of a refusal
 * @param overtaken error codes that are expected here and counted separately
 */
export async function callApi(
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
  recordAnswerTime(answer.timings.duration, name);
  const { 'X-Token': token, 'X-Position': position } = answer.headers;
  if (token) user.token = token;
  if (position && !isRead(method)) user.reached = position;
  if (answer.status >= 200 && answer.status < 300) return answer;
  if (overtaken.length > 0 && answer.status < 500 && overtaken.includes(answer.json('code'))) quicker.add(1);
  else countFailure(name, `${answer.status} ${answer.error || answer.body}`.slice(0, 300));
  return answer;
}

export const answerData = answer => (answer.status === 200 ? answer.json('data') : undefined);
