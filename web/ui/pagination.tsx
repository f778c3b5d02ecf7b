import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useKitTexts } from './kit-texts.tsx';
import { Link } from './link.tsx';
import styles from './misc.module.css';
import { paginationPages } from './pagination-pages.ts';

type Props = {
  label: string;
  /** Current page, counted from 1. */
  page: number;
  pages: number;
  href?: (page: number) => string;
  onPage?: (page: number) => void;
};

/** Page links 1 2 3 … 6; with `href` they are addresses. */
export function Pagination({ label, page, pages, href, onPage }: Props) {
  const texts = useKitTexts();
  const to = (target: number, children: ReactNode, name?: string) => {
    const off = target < 1 || target > pages;
    const common = {
      className: styles.page,
      'aria-label': name,
      'aria-current': target === page ? ('page' as const) : undefined,
      children,
    };
    if (off)
      return (
        <span className={styles.page} aria-disabled="true" aria-hidden="true">
          {children}
        </span>
      );
    return href ? (
      <Link href={href(target)} {...common} />
    ) : (
      <button type="button" onClick={() => onPage?.(target)} {...common} />
    );
  };
  return (
    <nav aria-label={label} className={styles.pager}>
      {to(page - 1, <ChevronLeft aria-hidden="true" />, texts.previousPage)}
      {paginationPages(page, pages).map((entry, at) =>
        entry === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its index
          <span key={`gap-${at}`} className={styles.gap}>
            …
          </span>
        ) : (
          <span key={entry}>{to(entry, entry)}</span>
        ),
      )}
      {to(page + 1, <ChevronRight aria-hidden="true" />, texts.nextPage)}
    </nav>
  );
}
