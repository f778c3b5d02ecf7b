import styles from './avatar.module.css';
import { cx } from './class-names.ts';
import type { Tone } from './theme.ts';

type Face = {
  name: string;
  initials?: string;
  tone?: Tone;
  online?: boolean;
};

type Props = Face & {
  size?: 'small' | 'large';
  src?: string;
  /** The name stands beside it: say it once. */
  decorative?: boolean;
};

/** The first two letters of a Latin name, the last character of a Chinese one. */
function initialsOf(name: string): string {
  const bare = name.replace(/^(dr|prof)\.?\s+/i, '').trim();
  if (/\p{Script=Han}/u.test(bare)) return [...bare.replace(/[^\p{Script=Han}*]/gu, '')].slice(-1).join('');
  return bare.slice(0, 2);
}

/** A person as two letters in the tone of what they do. */
export function Avatar({ name, initials, tone = 'neutral', online, size, src, decorative }: Props) {
  const named = decorative
    ? { 'aria-hidden': true as const }
    : { role: 'img', 'aria-label': name, title: name };
  return (
    <span
      {...named}
      className={cx(styles.avatar, size === 'large' && styles.large, online && styles.online)}
      data-tone={tone}
    >
      {/* Drawn by the style: letters that only picture a name are no text beside it. */}
      {src ? <img src={src} alt="" /> : <span data-initials={initials ?? initialsOf(name)} />}
    </span>
  );
}

type GroupProps = {
  people: readonly (Face & { id: string })[];
  max?: number;
  /** Names the people in one sentence, for screen readers. */
  label: string;
};

/** People who are here, overlapping; the rest as a number. */
export function AvatarGroup({ people, max = 3, label }: GroupProps) {
  if (people.length === 0) return null;
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const rest = people.length - shown.length;
  return (
    <span className={styles.group} role="img" aria-label={label} title={label}>
      {shown.map(person => (
        <Avatar key={person.id} {...person} decorative />
      ))}
      {rest > 0 && <Avatar name={`+${rest}`} initials={`+${rest}`} decorative />}
    </span>
  );
}
