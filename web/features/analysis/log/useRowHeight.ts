import { useEffect, useState } from 'react';

const WIDE = 34;
/** Height of a row with two lines, px. */
const NARROW = 64;

/** Height of a row in px. Rows of one height need no measuring. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(WIDE);
  useEffect(() => {
    const narrow = matchMedia('(max-width: 899px)');
    const read = () => setHeight(narrow.matches ? NARROW : WIDE);
    read();
    narrow.addEventListener('change', read);
    return () => narrow.removeEventListener('change', read);
  }, []);
  return height;
}
