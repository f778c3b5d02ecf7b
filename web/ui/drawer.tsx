export { Drawer } from './dialog.tsx';
