import { toast, toastStore } from '../toast.ts';

/** Takes away every toast, which the next test of the same process would see, too. */
export function takeToastsAway(): void {
  for (const { id } of toastStore.snapshot()) toast.dismiss(id);
}
