/** Copies a text to the clipboard and confirms it for two seconds. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { announceToScreenReaders } from './live-region.tsx';

type Props = {
  /** Returns the text to copy; called on press. */
  text: () => string;
  label: string;
  copied: string;
  /** Shows only the icon; the label is the accessible name. */
  iconOnly?: boolean;
  disabled?: boolean;
};

export function CopyButton({ text, label, copied, iconOnly, disabled }: Props) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const gone = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(gone);
  }, [done]);
  const copy = () =>
    void navigator.clipboard.writeText(text()).then(() => {
      setDone(true);
      announceToScreenReaders(copied);
    });
  const icon = done ? <Check /> : <Copy />;
  const said = done ? copied : label;
  if (iconOnly)
    return <IconButton size="small" label={said} icon={icon} onPress={copy} disabled={disabled} />;
  return (
    <Button size="small" variant="quiet" icon={icon} onPress={copy} disabled={disabled}>
      {said}
    </Button>
  );
}
