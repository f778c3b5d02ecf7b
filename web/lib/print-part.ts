/**
 * Prints one part of the page under the page's heading, and nothing else (styles/print.css). @param id id of
 * the element
 */
export function printPart(id: string): void {
  const root = document.documentElement;
  const parts = [document.getElementById(id), document.querySelector('h1')].filter(part => part !== null);
  root.dataset.printing = '';
  for (const part of parts) part.dataset.printPart = '';
  const after = () => {
    delete root.dataset.printing;
    for (const part of parts) delete part.dataset.printPart;
  };
  addEventListener('afterprint', after, { once: true });
  print();
}
