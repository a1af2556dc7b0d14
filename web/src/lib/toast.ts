import { createListeners } from './listeners.ts';

export type ToastKind = 'blank' | 'success' | 'error' | 'loading';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** Milliseconds on the screen; undefined for a toast without a time limit. */
  readonly duration: number | undefined;
}

const durations = { blank: 4000, error: 4000, success: 2000, loading: undefined } as const;
const mostAtOnce = 20;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = createListeners();

function become(next: readonly Toast[]) {
  toasts = next;
  listeners.tell();
}

function show(kind: ToastKind, text: string) {
  lastId += 1;
  // A lasting failure may be reported at every attempt.
  const others = kind === 'error' ? toasts.filter((one) => one.kind !== kind || one.text !== text) : toasts;
  become([...others, { id: lastId, kind, text, duration: durations[kind] }].slice(-mostAtOnce));
  return lastId;
}

/** Short messages at the edge of the screen. Can be called from anywhere; `Toaster` shows them. */
export const toast = {
  say: (text: string) => show('blank', text),
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  loading: (text: string) => show('loading', text),
  dismiss: (id: number) => become(toasts.filter((one) => one.id !== id)),
};

export const toastStore = { snapshot: () => toasts, subscribe: listeners.subscribe };
