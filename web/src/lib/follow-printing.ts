/** Reports that the page is about to be printed (true), and that it is on the screen again (false). Returns the end. */
export function followPrinting(onChange: (printing: boolean) => void): () => void {
  const paper = matchMedia('print');
  const begin = () => onChange(true);
  const end = () => onChange(false);
  // Some browsers announce printing only as a change of the media query.
  const change = () => onChange(paper.matches);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  paper.addEventListener('change', change);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    paper.removeEventListener('change', change);
  };
}
