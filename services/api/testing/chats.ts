/**
 * Every call on a conversation with its answer as text, to compare an invisible conversation with a missing
 * one.
 */
import type { TestPersonName, TestServer } from './test-server.ts';

type Call = [method: string, path: string, body?: unknown];

/** @param message id of a message of the conversation */
const callsOn = (id: string, message: string, word: string): Call[] => {
  const path = `/api/chats/${id}`;
  return [
    ['GET', path],
    ['GET', `${path}/people`],
    ['GET', `${path}/messages`],
    ['GET', `/api/chats/search?q=${word}&conversation=${id}`],
    ['POST', `${path}/messages`, { client: crypto.randomUUID(), text: 'x' }],
    ['PUT', `${path}/messages/${message}`, { text: 'x' }],
    ['DELETE', `${path}/messages/${message}`],
    ['GET', `${path}/messages/${message}/translation?to=en`],
    ['POST', `${path}/read`, { got: 1, read: 1 }],
    ['POST', `${path}/claim`],
    ['POST', `${path}/handOver`, { to: 'p-service' }],
    ['POST', `${path}/release`],
    ['POST', `${path}/close`],
  ];
};

/** A person's answers to all calls, as text. */
export async function callEveryConversationRoute(
  bench: TestServer,
  as: TestPersonName,
  id: string,
  message: string,
  word: string,
) {
  const answers: string[] = [];
  for (const [method, path, body] of callsOn(id, message, word)) {
    const answer = await bench.send(method, path, { as, body });
    answers.push(`${method} ${answer.status} ${await answer.text()}`);
  }
  return answers;
}
