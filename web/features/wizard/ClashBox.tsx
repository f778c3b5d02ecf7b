/** A contradiction at its question: both answers, and a button for each way out. */
import { useTranslation } from 'react-i18next';
import { Clash as Box } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Clash } from './clashes.ts';
import { takeWay, useWizard } from './context.ts';

export function ClashBox({ clash }: { clash: Clash }) {
  const { t } = useTranslation('wizard');
  const { draft } = useWizard();
  return (
    <Box
      actions={clash.ways.map(way => (
        <Button key={way.way} size="small" onPress={() => takeWay(draft, way)}>
          {t(`wayOut.${way.way}`, { ...clash.values, ...way.values })}
        </Button>
      ))}
    >
      {t(`clash.${clash.id}`, { ...clash.values })}
    </Box>
  );
}
