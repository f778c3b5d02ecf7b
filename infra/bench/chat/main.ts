/** The server without pages, which reports its memory and processor time. */
import { runMain } from '#services/main.ts';
import { answerMeterRequests } from './meter.ts';

answerMeterRequests();
runMain(async () => undefined);
