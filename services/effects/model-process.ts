/**
 * Child process that reads one model: `node model-process.ts <path> <size>`. Sends the report or the defect
 * to its parent.
 */
import { reportOnModel } from './model-report.ts';

const [, , path = '', size = '0'] = process.argv;
process.send?.(await reportOnModel(path, Number(size)), undefined, {}, () => process.disconnect());
