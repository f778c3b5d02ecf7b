/** Translates a message for a participant of its conversation. */
import { Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Lang } from '../i18n/dictionaries.ts';
import type { Log } from '../logging/log.ts';
import type { Translation, Translator } from '../translate/port.ts';
import type { Chat } from './chat.ts';

export type TranslationDeps = {
  chat: Pick<Chat, 'talk'>;
  models: Pick<ReadModels, 'saidRow'>;
  translate: Translator;
  log: Log;
};

type Asked = { conversation: string; message: string; to: Lang };

/** @throws Refusal notFound, actionClosed if it was deleted, translateDown if the driver fails */
export async function translateMessage(
  { chat, models, translate, log }: TranslationDeps,
  viewer: Viewer,
  { conversation, message, to }: Asked,
): Promise<Translation> {
  chat.talk.mine(viewer, conversation);
  const row = models.saidRow(conversation, message);
  if (!row) throw new Refusal('notFound');
  if (row.deleted) throw new Refusal('actionClosed');
  try {
    return await translate.translate(row.text, to);
  } catch (err) {
    // The driver's error may contain the text, so only its name is logged.
    log.error({ kind: err instanceof Error ? err.name : typeof err }, 'translating a message failed');
    throw new Refusal('translateDown');
  }
}
