import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/lib/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** A page that failed to render: error, code, and possible actions. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const code = error instanceof ApiError ? error.code : null;
  const again = () => {
    reset();
    void router.invalidate();
  };
  const copy = () =>
    void navigator.clipboard.writeText(
      `${code ?? ''} ${String(error)} ${location.pathname} ${new Date().toISOString()}`,
    );
  return (
    <div className="page">
      <Banner
        tone="danger"
        title={error instanceof ApiError ? error.message : t('error:104014')}
        actions={
          <>
            <Button onPress={again}>{t('error:retry')}</Button>
            <Button variant="quiet" onPress={copy}>
              {t('error:copy')}
            </Button>
          </>
        }
      >
        {code !== null && t('error:code', { code })}
      </Banner>
    </div>
  );
}
