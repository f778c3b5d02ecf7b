/** The server without pages, which reports its memory and processor time. */
import { runMain } from '#services/main.ts';
import { answerMeter } from './meter.ts';

answerMeter();
runMain(async () => undefined);
