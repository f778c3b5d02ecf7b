/**
 * Mails messages to subscribed people. Following the log only fills the outbox. Delivery runs separately, so
 * that a mail server that is down delays nothing else.
 */
import { caseEvents } from '#events/case/stream.ts';
import { chatEvents, claimEvents } from '#events/chat/events.ts';
import type { Recorded } from '#events/envelope.ts';
import { mailEvents, mailStreamPrefix } from '#events/mail/events.ts';
import { type MailPreferences, mailAddressFor, mailFold } from '#events/mail/preferences.ts';
import { noticeFold } from '#events/notice/preferences.ts';
import { quietUntil } from '#events/notice/quiet.ts';
import { directoryEvents } from '#events/person/events.ts';
import { isTrialOver } from '#events/person/trial.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock, Ids, RepeatingTimers } from '../clock/clock.ts';
import { effectIdOf } from '../command/command-ids.ts';
import { createCommandHandler } from '../command/handler.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import type { Log } from '../logging/log.ts';
import { notificationMail } from '../mail/mail-texts.ts';
import { createOutbox, type DueMail, type Outbox, type OutboxMail } from '../mail/outbox.ts';
import { type Mail, MailFailedError } from '../mail/port.ts';
import { createPreferenceCache } from '../mail/preference-cache.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Vault } from '../vault/port.ts';
import { type RunningFollower, startFollower } from './follower.ts';

export type MailDeps = {
  store: EventStore;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  timers: RepeatingTimers;
  log: Log;
  models: ReadModels;
  mail: Mail;
  words: Dictionaries;
  publicUrl: string;
  measures?: Metrics;
};

export type MailSender = {
  outbox: Outbox;
  /** Adds a mail to the outbox for each subscribed person whom the event notifies. Idempotent. */
  enqueue(event: Recorded): Promise<void>;
  /** Drops cached subscriptions before a (re)start: another node may have handled the events in between. */
  begin(): void;
  /** Sends due mails until `ended` aborts, but for no longer than `roundMs`. */
  deliver(ended?: AbortSignal): Promise<void>;
};

const MINUTE_MS = 60_000;
/**
 * Time that a mail waits before it is sent. A message that the recipient reads in the app during this time is not
 * mailed.
 */
export const mailGraceMs = 2 * MINUTE_MS;
/** Maximum age of a message that is mailed, so that following the log again sends nothing old. */
export const maxMailedAgeMs = 24 * 60 * MINUTE_MS;
/** Delays after each failed send. After the last failure the mail is given up. */
export const mailRetryDelaysMs = [1, 5, 15, 60, 240].map(minutes => minutes * MINUTE_MS);
/** Longest delivery round. Must be shorter than the lease. */
const roundMs = 10_000;
/** Age after which a started send counts as failed. Longer than any running send. */
const lostMs = 5 * MINUTE_MS;
const REACHED_MS = 30_000;

/** Events that cause notifications, and events that change mail subscriptions. */
const followed = [caseEvents, directoryEvents, chatEvents, claimEvents, mailEvents].flatMap(family =>
  Object.keys(family),
);

/** Sends mails of the outbox one by one and decides the fate of those that fail. */
function createDelivery(
  deps: MailDeps,
  outbox: Outbox,
  preferences: (personId: string) => Promise<MailPreferences>,
) {
  const { models, mail, clock, log } = deps;
  const notices = createCommandHandler(deps, noticeFold);

  /** Returns the address for a mail; undefined if the mail is no longer wanted or allowed, or the message was read. */
  const wanted = async ({ personId, stream, revision, topic, caseId }: DueMail) => {
    if (caseId !== null && models.state(caseId)?.erased) return undefined;
    const directory = models.directory();
    const person = directory.people.get(personId);
    const over = person && isTrialOver(directory, person, clock.now());
    const message = models.messageTo(personId, { stream, revision });
    if (!person || person.frozen || over || !message || message.read) return undefined;
    const now = await preferences(personId);
    const to = mailAddressFor(now, topic);
    return to === undefined ? undefined : { to, lang: now.lang };
  };

  const failed = async (letter: OutboxMail, error: unknown) => {
    const { why, answer, final } = error instanceof MailFailedError ? error : new MailFailedError('EUNKNOWN');
    const pause = final ? undefined : mailRetryDelaysMs[letter.due.tries];
    const tries = letter.due.tries + 1;
    const facts = { letter: letter.id, tries, why, answer };
    if (pause === undefined) {
      log.error(facts, 'an email could not be sent and is given up');
      await outbox.end(letter, 'given up');
    } else {
      log.info(facts, 'sending an email failed and will be retried');
      await outbox.change(letter, { ...letter.due, tries, sending: null, next: clock.now() + pause });
    }
    return final;
  };

  /** Returns false if the server accepts no mail at the moment. The other mails then wait for the next round. */
  return async (letter: OutboxMail): Promise<boolean> => {
    const { due } = letter;
    // The mail may have been sent already: a second pass over the log added it again.
    const fate = await outbox.fate(letter.id);
    if (fate) {
      await outbox.end(letter, fate);
      return true;
    }
    if (due.sending !== null) {
      if (clock.now() - due.sending < lostMs) return true;
      log.error({ letter: letter.id }, 'an email is given up: it is unknown whether it was sent');
      await outbox.end(letter, 'lost');
      return true;
    }
    const where = await wanted(due);
    if (!where) {
      await outbox.end(letter, 'not wanted');
      return true;
    }
    const { quiet } = await notices.load(due.personId);
    const until = quietUntil(quiet, clock.now());
    if (until !== null) {
      await outbox.change(letter, { ...due, next: until });
      return true;
    }
    const mine = await outbox.change(letter, { ...due, sending: clock.now() });
    if (!mine) return true;
    try {
      await mail.send(notificationMail(deps, { id: mine.id, ...where }, due));
    } catch (error) {
      return failed(mine, error);
    }
    await outbox.end(mine, 'sent');
    return true;
  };
}

/** Creates the outbox and its delivery. `startMail` connects them to the log. */
export function createMailSender(deps: MailDeps): MailSender {
  const { models, clock } = deps;
  const outbox = createOutbox(deps);
  const preferences = createCommandHandler(deps, mailFold);
  const chosen = createPreferenceCache(preferences.load);
  const send = createDelivery(deps, outbox, preferences.load);

  return {
    outbox,
    begin: chosen.forgetAll,
    enqueue: async event => {
      if (event.stream.startsWith(mailStreamPrefix))
        return chosen.forget(event.stream.slice(mailStreamPrefix.length));
      if (clock.now() - Date.parse(event.at) >= maxMailedAgeMs) return;
      if (!(await models.reached(event.position, REACHED_MS)))
        throw new Error('the read models did not catch up with the log');
      for (const { personId, topic, caseId, said } of models.messagesOf(event)) {
        if (mailAddressFor(await chosen.of(personId), topic) === undefined) continue;
        const { stream, revision } = event;
        const of = { personId, stream, revision, topic, caseId, said };
        const next = Date.parse(event.at) + mailGraceMs;
        const id = effectIdOf(event.id, `mail\n${stream}\n${personId}`);
        await outbox.put(id, { ...of, next, tries: 0, sending: null });
      }
    },
    deliver: async ended => {
      const begun = clock.now();
      for (const letter of await outbox.ready()) {
        if (ended?.aborted || clock.now() - begun >= roundMs) return;
        if (!(await send(letter))) return;
      }
    },
  };
}

/** Starts the follower for mail. Returns at once. */
export function startMail(deps: MailDeps, post = createMailSender(deps)): RunningFollower {
  let swept = Number.NEGATIVE_INFINITY;
  return startFollower(deps, {
    name: 'mail',
    filter: { types: followed },
    onStart: post.begin,
    handleEvent: event => post.enqueue(event),
    chores: async ({ signal }) => {
      await post.deliver(signal);
      if (deps.clock.now() - swept < maxMailedAgeMs) return;
      swept = deps.clock.now();
      await post.outbox.sweep();
    },
  });
}
