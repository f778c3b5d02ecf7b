/** The process that reads one model: `node model-process.ts <path> <size>`. Says what it is, or what is wrong with it. */
import { reportOnModel } from './model-report.ts';

const [, , path = '', size = '0'] = process.argv;
process.send?.(await reportOnModel(path, Number(size)), undefined, {}, () => process.disconnect());
