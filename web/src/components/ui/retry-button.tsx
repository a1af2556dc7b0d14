import { useState } from 'react';
import { Button } from './button.tsx';
import { texts } from './texts.ts';

/** Tries to load something again, and cannot be pressed until that has ended. */
export function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  const [trying, setTrying] = useState(false);
  async function retry() {
    setTrying(true);
    await Promise.resolve(onRetry()).catch(() => {});
    setTrying(false);
  }
  return (
    <Button disabled={trying} onClick={() => void retry()}>
      {texts.retry}
    </Button>
  );
}
