import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from '../../lib/toast.ts';
import { type ChosenPicture, cropPicture } from './crop-picture.ts';
import { uploadFault } from './picture-file.ts';
import { texts } from './texts.ts';

export interface PictureUpload {
  readonly isPending: boolean;
  begin(chosen: ChosenPicture): void;
  /** Stops the upload without reporting an outcome. */
  cancel(): void;
}

/** Crops a picture and passes it to `upload`, which returns the server's answer; shows errors. */
export function useUploadPicture(
  upload: (picture: Blob, signal: AbortSignal) => Promise<{ readonly url?: string } | null>,
  onDone: (photoURL: string) => void,
): PictureUpload {
  const ending = useRef<AbortController>(undefined);
  const { isPending, mutate, reset } = useMutation({
    networkMode: 'always',
    async mutationFn({ signal, ...chosen }: ChosenPicture & { signal: AbortSignal }) {
      const picture = await cropPicture(chosen).catch(() => null);
      if (picture === null) return void toast.error(texts.cropFailed);
      const answer = await upload(picture, signal);
      // An answer without an address is not reported.
      if (answer?.url && !signal.aborted) onDone(answer.url);
    },
    onError: (error, { signal }) => signal.aborted || toast.error(uploadFault(error)),
  });
  return {
    isPending,
    begin(chosen) {
      ending.current = new AbortController();
      mutate({ ...chosen, signal: ending.current.signal });
    },
    cancel() {
      ending.current?.abort();
      reset();
    },
  };
}
