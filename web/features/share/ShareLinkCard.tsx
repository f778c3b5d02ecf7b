/** A share link: its address to copy, and its QR code to show or save. */
import { Copy, Download, ExternalLink } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { QrCode, qrCodePng } from '#web/ui/qr-code.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './share.module.css';

/** Size of the code in px: on screen, and in the saved file, which may be enlarged for print. */
const [shownSize, savedSize] = [168, 1024];
/** White margin in modules, as scanners require. */
const margin = 4;

function save(picture: Blob, name: string): void {
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export function ShareLinkCard({ path }: { path: string }) {
  const { t } = useTranslation('share');
  const field = useRef<HTMLInputElement>(null);
  const url = new URL(path, location.origin).href;
  const savePicture = async () => {
    const picture = await qrCodePng(url, savedSize, margin);
    if (picture) save(picture, 'archline-share.png');
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ text: t('copied'), tone: 'ok' });
    } catch {
      field.current?.select();
      toast({ text: t('copyFailed'), tone: 'warn' });
    }
  };
  return (
    <div className={styles.card}>
      <QrCode className={styles.code} text={url} size={shownSize} margin={margin} title={t('qr')} />
      <div className={styles.reach}>
        <TextField
          ref={field}
          label={t('link')}
          readOnly
          value={url}
          spellCheck={false}
          end={
            <Button size="small" icon={<Copy />} onPress={() => void copy()}>
              {t('copy')}
            </Button>
          }
        />
        <div className="row">
          <Button size="small" icon={<Download />} onPress={() => void savePicture()}>
            {t('png')}
          </Button>
          <LinkButton size="small" variant="quiet" icon={<ExternalLink />} href={path} target="_blank">
            {t('openPage')}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
