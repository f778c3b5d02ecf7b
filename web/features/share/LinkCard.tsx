/** A link to hand on: its address to copy, and its QR code to show or to save. */
import { Copy, Download, ExternalLink } from 'lucide-react';
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './share.module.css';

/** Pixels of the code on screen, and of the one that is saved, which a printer may enlarge. */
const [shownSize, savedSize] = [168, 1024];
/** Modules of white around it, which scanners need. */
const margin = 4;

function save(canvas: HTMLCanvasElement | null, name: string): void {
  canvas?.toBlob(blob => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
  }, 'image/png');
}

export function LinkCard({ path }: { path: string }) {
  const { t } = useTranslation('share');
  const canvas = useRef<HTMLCanvasElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const url = new URL(path, location.origin).href;
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
      <QRCodeSVG
        className={styles.code}
        value={url}
        size={shownSize}
        marginSize={margin}
        title={t('qr')}
        role="img"
      />
      <QRCodeCanvas ref={canvas} value={url} size={savedSize} marginSize={margin} hidden />
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
          <Button size="small" icon={<Download />} onPress={() => save(canvas.current, 'archline-share.png')}>
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
