import { useEffect } from 'react';

const product = 'Koinonia';

let page = '';
let waiting = 0;

function show() {
  const count = waiting > 0 ? `(${waiting}) ` : '';
  document.title = `${count}${page === '' ? product : `${page} · ${product}`}`;
}

/** The title of the page in the browser's tab and history. */
export function useTitle(title: string) {
  useEffect(() => {
    page = title;
    show();
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
