/**
 * Users and servers of a load test. URLS: nodes, separated by commas. PEOPLE: a file of users and sessions
 * that `npm run load` writes; without it the demo's users sign in once.
 */
import { SharedArray } from 'k6/data';
import http from 'k6/http';

export const nodeUrls = (__ENV.URLS || 'http://127.0.0.1:3000').split(',');
/** Reads a number from the environment. */
export const numberSetting = (name, usual) => Number(__ENV[name] || usual);

const prepared = new SharedArray('people', () => (__ENV.PEOPLE ? JSON.parse(open(__ENV.PEOPLE)) : []));

const demo = {
  doctor: 'Doctor',
  doctor2: 'Doctor',
  assistant: 'Assistant',
  technician: 'Technician',
  expert: 'Specialist',
  supervisor: 'SuperMechanic',
  service: 'Service',
  vendor: 'VendorAdmin',
};

/**
 * For a script's `setup`: signs in the demo's users. Returns `{ token, position, active }` of each; empty if
 * PEOPLE is set.
 */
export function signInDemo() {
  if (prepared.length > 0) return [];
  const headers = { 'Content-Type': 'application/json' };
  return Object.entries(demo).map(([userName, position]) => {
    const body = JSON.stringify({ userName, password: 'archline1' });
    const answer = http.post(`${nodeUrls[0]}/api/login`, body, { headers });
    return { token: answer.json('data.token'), position, active: true };
  });
}

/** For a script's `setup`: the example input of each case action from the API description. */
export function readActionExamples() {
  const { paths } = http.get(`${nodeUrls[0]}/api/openapi.json`).json();
  const found = Object.entries(paths).flatMap(([path, { post }]) => {
    const [, action] = /^\/api\/cases\/\{id\}\/actions\/(\w+)$/.exec(path) || [];
    return action ? [[action, post.requestBody.content['application/json'].example]] : [];
  });
  return Object.fromEntries(found);
}

/** All users. @param demoPeople result of `signInDemo` */
export const allUsers = demoPeople => (prepared.length > 0 ? prepared : demoPeople);

/** Users that one of `places` virtual users simulates. */
export function usersOfVirtualUser(people, place, places, most) {
  const mine = [];
  for (let i = place; i < Math.min(most, people.length); i += places) mine.push({ ...people[i], n: i });
  return mine;
}

const golden = (Math.sqrt(5) - 1) / 2;

/** Distributes users over nodes evenly, also the users of each position, who come in a fixed order. */
export const nodeUrlOf = n => nodeUrls[Math.floor(((n * golden) % 1) * nodeUrls.length)];

export const pickRandom = list => list[Math.floor(Math.random() * list.length)];
export const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
