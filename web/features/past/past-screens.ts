/** One chunk for everything that only past moments need. */
export { PastBar } from './PastBar.tsx';
export { PastWorkbench } from './PastWorkbench.tsx';
