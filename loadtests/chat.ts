/** Process that generates the load of conversations: receives orders from its parent and sends results. */
import type { LoadCommand } from './chat/job.ts';
import { createChatLoad } from './chat/load.ts';

const load = createChatLoad();
process.on('message', (command: LoadCommand) => {
  load(command).then(
    told => process.send?.(told),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
