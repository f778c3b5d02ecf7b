/**
 * Checks a connection string before EventStoreDB's client does. For unknown options and invalid values, the client's
 * errors print the whole string with its password. The client also silently truncates a password at a raw `:`.
 */

type Form = { fits: RegExp; must: string };

const flag: Form = { fits: /^(?:true|false)$/, must: 'be true or false' };
const whole: Form = { fits: /^-?\d+$/, must: 'be a whole number' };
const encoded: Form = { fits: /^(?:[^%]|%[0-9a-f]{2})+$/i, must: 'be percent-encoded' };
const preference: Form = {
  fits: /^(?:leader|follower|read[_-]?only[_-]?replica|random)$/i,
  must: 'be leader, follower, read_only_replica or random',
};

/** Options of the client's `parseConnectionString`. */
const options: Readonly<Record<string, Form>> = {
  connectionName: encoded,
  defaultDeadline: whole,
  discoveryInterval: whole,
  gossipTimeout: whole,
  keepAliveInterval: whole,
  keepAliveTimeout: whole,
  maxDiscoverAttempts: whole,
  nodePreference: preference,
  throwOnAppendFailure: flag,
  tls: flag,
  tlsCAFile: encoded,
  tlsVerifyCert: flag,
  userCertFile: encoded,
  userKeyFile: encoded,
};

/** The client compares names without case, `_` and `-`. */
const flat = (name: string) => name.toLowerCase().replace(/[_-]/g, '');
const byName = new Map(Object.entries(options).map(([name, form]) => [flat(name), { name, form }]));

/** Parts of a connection string: the user, which ends at the first `@` as in the client; the hosts; the options. */
const PARTS = /^(?:esdb|kurrentdb)(?:\+discover)?:\/\/(?:([^:]+:[^@]+)@)?([^/?#]+)\/?(?:\?(.*))?$/;
const HOSTS = /^[\w.-]+(?::\d+)?(?:,[\w.-]+(?::\d+)?)*$/;
const USER = /^(?:[^:%]|%[0-9a-f]{2})+:(?:[^:%]|%[0-9a-f]{2})+$/i;

/**
 * Returns the fault of an option. Never quotes an unknown option, because after a raw `@` or `?` it may be the rest of
 * a password.
 */
function optionFault(pair: string): string | undefined {
  const [key = '', ...rest] = pair.split('=');
  const option = byName.get(flat(key));
  if (!option) return `has an unknown option; known are ${Object.keys(options).join(', ')}`;
  const { name, form } = option;
  const value = rest.join('=');
  if (!form.fits.test(value)) return `sets ${name} to an invalid value: it must ${form.must}`;
  if (name === 'tlsVerifyCert' && value === 'false')
    return 'sets tlsVerifyCert=false, which has no effect: set tlsCAFile to the authority’s certificate';
  return undefined;
}

/** Returns the end of a sentence that starts with the setting's name; undefined if the string is well formed. */
export function findConnectionStringFault(connectionString: string): string | undefined {
  const parts = PARTS.exec(connectionString);
  if (!parts)
    return 'is not well formed: it must be esdb:// or esdb+discover:// with a host, as in esdb://user:password@localhost:2113?tls=true';
  const [, user, hosts = '', query = ''] = parts;
  if (user !== undefined && !USER.test(user))
    return 'has a user or password with a raw : or %: write %3A and %25';
  if (!HOSTS.test(hosts)) return 'has an invalid host: if the password contains @, write %40';
  return query
    .split('&')
    .filter(pair => pair !== '')
    .map(optionFault)
    .find(fault => fault !== undefined);
}
