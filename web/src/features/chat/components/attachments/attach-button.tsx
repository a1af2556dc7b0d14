import { imageEndings } from '@koinonia/contracts/image-formats.ts';
import { useRef, useState } from 'react';
import { IconButton } from '../../../../components/ui/button.tsx';
import { FileInput } from '../../../../components/ui/file-input.tsx';
import type { IconName } from '../../../../components/ui/icon.tsx';
import { lazyPart } from '../../../../components/ui/lazy-part.tsx';
import { texts } from '../../texts.ts';

const AttachMenu = lazyPart(() => import('./attach-menu.tsx').then((module) => module.AttachMenu));
/** Loads the menu when the pointer or the focus reaches the button, so that it is ready for the press. */
const prepare = () => void AttachMenu.fetch();

interface Way {
  readonly label: string;
  readonly icon: IconName;
  readonly input: { accept?: string; multiple?: boolean; capture?: 'environment' };
}

const ways: readonly Way[] = [
  // The types are named one by one: an iPhone then hands out JPEG instead of HEIC, which few devices can open.
  {
    label: texts.gifOrPhoto,
    icon: 'image',
    input: { accept: Object.keys(imageEndings).join(), multiple: true },
  },
  { label: texts.camera, icon: 'camera', input: { accept: 'image/*', capture: 'environment' } },
  { label: texts.file, icon: 'file', input: { multiple: true } },
];

/** The ways to choose something to send along. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const inputs = useRef(new Map<string, HTMLInputElement>());
  const [open, setOpen] = useState<'pointer' | 'keyboard' | null>(null);
  return (
    <>
      <IconButton
        ref={button}
        icon="plus"
        label={texts.attach}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={({ detail }) => setOpen(detail === 0 ? 'keyboard' : 'pointer')}
      />
      {ways.map(({ label, input }) => (
        <FileInput
          key={label}
          ref={(element) => {
            if (element !== null) inputs.current.set(label, element);
          }}
          label={label}
          {...input}
          onChoose={(...files) => onFiles(files)}
        />
      ))}
      {open !== null && (
        <AttachMenu
          ways={ways}
          place={{ getBoundingClientRect: () => button.current?.getBoundingClientRect() ?? new DOMRect() }}
          byKeyboard={open === 'keyboard'}
          onChoose={(label) => inputs.current.get(label)?.click()}
          onClose={() => setOpen(null)}
          focusAfter={() => button.current}
        />
      )}
    </>
  );
}
