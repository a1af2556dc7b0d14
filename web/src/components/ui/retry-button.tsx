import { Button } from './button.tsx';
import { texts } from './texts.ts';
import { useRetry } from './use-retry.ts';

/** Tries to load something again, and cannot be pressed until that has ended. */
export function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  const { trying, retry } = useRetry(onRetry);
  return (
    <Button disabled={trying} onClick={() => void retry()}>
      {texts.retry}
    </Button>
  );
}
