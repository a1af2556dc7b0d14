import { useEffect, useLayoutEffect } from 'react';

const product = 'Koinonia';

let page = '';
let waiting = 0;
let papers: readonly { readonly title: string }[] = [];

function show() {
  const count = waiting > 0 ? `(${waiting}) ` : '';
  document.title = papers.at(-1)?.title ?? `${count}${page === '' ? product : `${page} · ${product}`}`;
}

/** The title of the page in the browser's tab and history. */
export function useTitle(title: string) {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
}

/**
 * The title for printing, in place of the page's: the file name, and the text at the edge of each sheet. Two papers may be
 * there at once, and either may go first.
 */
export function usePaperTitle(title: string) {
  useLayoutEffect(() => {
    const paper = { title };
    papers = [...papers, paper];
    show();
    return () => {
      papers = papers.filter((other) => other !== paper);
      show();
    };
  }, [title]);
}

/** A count before the title of every page while something is waiting: '(3) Chat · Koinonia'. */
export function useTitleCount(count: number) {
  useEffect(() => {
    waiting = count;
    show();
  }, [count]);

  useEffect(
    () => () => {
      waiting = 0;
      show();
    },
    [],
  );
}
