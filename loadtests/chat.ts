/** The load of conversations in a process of its own: takes an order from the process that started it, and answers. */
import type { Order } from './chat/job.ts';
import { createLoad } from './chat/load.ts';

const load = createLoad();
process.on('message', (order: Order) => {
  load(order).then(
    told => process.send?.(told),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
