import { lazyRouteComponent } from '@tanstack/react-router';
// Imports the styles here, so that they come with the page.
import '#web/ui/form-row.module.css';
import '#web/ui/toggle-cards.module.css';

/** The clear-aligner form, loaded only for clear-aligner cases. */
export const LazyAlignerForm = lazyRouteComponent(() => import('./AlignerForm.tsx'), 'AlignerForm');
