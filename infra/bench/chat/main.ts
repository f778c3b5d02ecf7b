/** The server without its pages, which says how much memory and time it takes. */
import { runMain } from '#services/main.ts';
import { answerMeter } from './meter.ts';

answerMeter();
runMain(async () => undefined);
