import { lazyRouteComponent } from '@tanstack/react-router';
// As with the lingual form: the styles come with the page.
import '#web/ui/form-row.module.css';
import '#web/ui/toggle-cards.module.css';

/** The clear-aligner sheet, fetched for clear-aligner cases alone. */
export const AlignerSheet = lazyRouteComponent(() => import('./AlignerSheet.tsx'), 'AlignerSheet');
