import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';

/** Shown while the browser is offline. Typed text stays in this browser until it is online again. */
export function OfflineBar() {
  const { t } = useTranslation('shell');
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    look();
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  if (!offline) return null;
  return (
    <Banner tone="warn" edge>
      {t('offline')}
    </Banner>
  );
}
