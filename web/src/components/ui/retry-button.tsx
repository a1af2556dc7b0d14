import { useState } from 'react';
import { Button } from './button.tsx';
import { texts } from './texts.ts';

/** Tries to load something again, and says so until that has ended. */
export function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  const [trying, setTrying] = useState(false);
  async function retry() {
    setTrying(true);
    await Promise.resolve(onRetry()).catch(() => {});
    setTrying(false);
  }
  return (
    <Button pending={trying} pendingWords={texts.loading} onClick={() => void retry()}>
      {texts.retry}
    </Button>
  );
}
