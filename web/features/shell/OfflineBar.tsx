import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';

/** The browser has no network. What is typed stays in this browser until it is back. */
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
