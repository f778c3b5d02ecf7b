import { Upload } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { cx } from './class-names.ts';
import styles from './file-drop.module.css';

type Props = {
  /** Accessible name of the file input. */
  label: string;
  /** Visible text of the box. */
  children?: ReactNode;
  accept?: string;
  multiple?: boolean;
  onFiles?: (files: File[]) => void;
  icon?: ReactNode;
  disabled?: boolean;
  /** `wanted`: a file is missing here. */
  tone?: 'plain' | 'wanted';
  ratio?: '4/3' | '5/3' | 'auto';
  name?: string;
};

/**
 * A drop zone for files: press, drop or paste. The input covers the zone, so dropping works before scripts
 * load.
 */
export function FileDrop({
  label,
  children,
  accept,
  multiple,
  onFiles,
  icon,
  disabled,
  tone,
  ratio = 'auto',
  name,
}: Props) {
  const [over, setOver] = useState(false);
  const give = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles?.(multiple ? files : files.slice(0, 1));
  };
  const style: CSSProperties | undefined =
    ratio === 'auto' ? undefined : { aspectRatio: ratio, minHeight: 0 };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control is the input over it; this only takes what is dropped
    <div
      className={cx(styles.drop, tone === 'wanted' && styles.wanted, over && styles.over)}
      style={style}
      onDragEnter={() => setOver(true)}
      onDragLeave={event => {
        if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null))
          setOver(false);
      }}
      onDrop={event => {
        setOver(false);
        if (!onFiles) return;
        event.preventDefault();
        give(event.dataTransfer.files);
      }}
      onDragOver={event => onFiles && event.preventDefault()}
      onPaste={event => give(event.clipboardData.files)}
    >
      {icon ?? <Upload aria-hidden="true" />}
      {children}
      <input
        type="file"
        aria-label={label}
        title=""
        name={name}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={event => {
          give(event.currentTarget.files);
          // Resets the input, so that the same file can be chosen again.
          if (onFiles) event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
