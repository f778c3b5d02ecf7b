/**
 * Requests that the relay sends events again. With the log in the data folder, the server must be stopped, because the
 * folder allows only one process. Otherwise a running relay starts within seconds.
 */

import { requestBackfill } from '../relay/backfill-request.ts';
import { parseEnv } from '../settings/env.ts';
import { checkInstallationExists } from '../start/installation.ts';
import { openServerPorts } from '../start/server-ports.ts';
import { type OperatorCommand, WrongUsageError } from './operator-command.ts';

export const relayFromCommand: OperatorCommand = {
  usage: '<position>',
  does: 'Makes the relay send all events after a position of the log to Kafka again; 0 sends everything.',
  run: async ([text = '', ...more], { env: settings, said }) => {
    if (!/^\d{1,19}$/.test(text) || more.length > 0) throw new WrongUsageError();
    const env = parseEnv(settings);
    checkInstallationExists(env);
    const { inner, vault, ids, mail, translate } = await openServerPorts(env);
    try {
      const head = await inner.head();
      if (BigInt(text) >= head) throw new Error(`The log ends at ${head}: it has no events after ${text}.`);
      const id = ids.uuid();
      const after = await inner.lastUpTo(BigInt(text));
      await requestBackfill(vault, inner.id, id, after);
      said(`The relay sends all events after ${after} again. Their records have the header backfill=${id}.`);
    } finally {
      for (const port of [mail, translate, inner, vault]) await port.close();
    }
  },
};
