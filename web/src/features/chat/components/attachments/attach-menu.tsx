import { useRef } from 'react';
import { Menu, MenuItem } from '../../../../components/ui/menu.tsx';
import type { IconName } from '../../../../components/ui/icon.tsx';
import { texts } from '../../texts.ts';

interface Way {
  readonly label: string;
  readonly icon: IconName;
  readonly input: { accept?: string; multiple?: boolean; capture?: 'environment' };
}

const ways: readonly Way[] = [
  // Named one by one: an iPhone then hands out JPEG in the place of HEIC, which few can open.
  {
    label: texts.gifOrPhoto,
    icon: 'image',
    input: { accept: 'image/gif,image/jpeg,image/png,image/webp', multiple: true },
  },
  { label: texts.camera, icon: 'camera', input: { accept: 'image/*', capture: 'environment' } },
  { label: texts.file, icon: 'file', input: { multiple: true } },
];

/** The ways to choose something to send along. */
export function AttachMenu({ onFiles }: { onFiles: (files: File[]) => void }) {
  const inputs = useRef(new Map<string, HTMLInputElement>());
  return (
    <>
      <Menu label={texts.attach} icon="plus" align="start">
        {ways.map(({ label, icon }) => (
          <MenuItem key={label} icon={icon} onSelect={() => inputs.current.get(label)?.click()}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {ways.map(({ label, input }) => (
        <input
          key={label}
          ref={(element) => {
            if (element !== null) inputs.current.set(label, element);
          }}
          type="file"
          hidden
          aria-label={label}
          {...input}
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            // So that the same file can be chosen again.
            target.value = '';
          }}
        />
      ))}
    </>
  );
}
