/** Asks for confirmation before a parcel gets the tracking number of another parcel in transit. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenParcel } from '#projections/parcels/row.ts';
import { parcelsInTransitQuery } from '#web/lib/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import styles from './actionForm.module.css';

type FoundParcels = { number: string; others: readonly OpenParcel[] };

function Notice({ others, confirmed, confirm }: Omit<FoundParcels, 'number'> & Confirm) {
  const { t } = useTranslation('action');
  return (
    <div className={styles.parcel}>
      <Banner tone="warn" role="alert" title={t('sameNumber.title')}>
        {others.length === 0
          ? t('sameNumber.elsewhere')
          : t('sameNumber.of', { list: others.map(({ id }) => id).join(t('sameNumber.comma')) })}
      </Banner>
      <Checkbox checked={confirmed} onChange={confirm}>
        {t('sameNumber.confirm')}
      </Checkbox>
    </div>
  );
}
type Confirm = { confirmed: boolean; confirm: (confirmed: boolean) => void };

/** @param own id of the parcel whose number is corrected; undefined for a new one */
export function useParcelCheck(own?: string) {
  const client = useQueryClient();
  const [found, setFound] = useState<FoundParcels | null>(null);
  const [confirmed, confirm] = useState(false);
  const isFound = (number: string) => found?.number === number.trim().toUpperCase();
  return {
    /** Whether the number belongs to another parcel and is not confirmed. */
    isDoubtful: (number: string) => isFound(number) && !confirmed,
    /** The warning below a tracking number that another parcel already has. */
    notice: (number: string) =>
      found && isFound(number) && <Notice others={found.others} confirmed={confirmed} confirm={confirm} />,
    /**
     * Whether the parcel may be sent with this number. If the check gets no answer, the server decides on
     * sending.
     */
    check: async (number: string): Promise<boolean> => {
      if (isFound(number) && confirmed) return true;
      const known = await client.fetchQuery(parcelsInTransitQuery(number)).catch(() => null);
      if (!known) return true;
      const others = known.items.filter(({ id }) => id !== own);
      if (others.length === 0 && known.hidden === 0) return true;
      setFound({ number, others });
      confirm(false);
      return false;
    },
  };
}

export type ParcelCheck = ReturnType<typeof useParcelCheck>;
