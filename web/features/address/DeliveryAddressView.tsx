/** The delivery address of a case for reading and copying, or a notice that there is none. */
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MASK } from '#events/case/masking.ts';
import type { DeliveryAddress } from '#events/case/sections.ts';
import { Banner } from '#web/ui/banner.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import styles from './address.module.css';
import { addressLine, isHiddenAddress } from './delivery-copy.ts';

type Props = { to: DeliveryAddress | null | undefined };

function Copying({ to, iconOnly = false }: { to: DeliveryAddress; iconOnly?: boolean }) {
  const { t } = useTranslation('address');
  // Masked addresses are not copied.
  if (to.address === MASK) return null;
  return (
    <CopyButton
      text={() => addressLine(to)}
      label={t('parcel.copy')}
      copied={t('parcel.copied')}
      iconOnly={iconOnly}
    />
  );
}

/** The whole address, as on a parcel. */
export function DeliveryAddressView({ to }: Props) {
  const { t } = useTranslation('address');
  if (!to) return <Banner tone="warn">{t('parcel.none')}</Banner>;
  if (isHiddenAddress(to)) return <p className="t-2">{t('parcel.hidden')}</p>;
  return (
    <div className={styles.to}>
      <address>
        <b>
          {to.consignee} · <span className="num">{to.phone}</span>
        </b>
        <span>{to.address}</span>
        <span>
          <span className="num">{to.zip}</span> · {to.clinic}
        </span>
      </address>
      <Copying to={to} />
    </div>
  );
}

/** The address on one line, for a card. */
export function DeliveryAddressLine({ to }: Props) {
  const { t } = useTranslation('address');
  if (!to)
    return (
      <span className={styles.toLine} data-none="">
        <TriangleAlert aria-hidden="true" />
        {t('parcel.noneShort')}
      </span>
    );
  if (isHiddenAddress(to)) return <span className="t-2">{t('parcel.hidden')}</span>;
  return (
    <span className={styles.toLine}>
      <span className="clip" title={addressLine(to)}>
        {to.consignee} · {to.address}
      </span>
      <Copying to={to} iconOnly />
    </span>
  );
}
