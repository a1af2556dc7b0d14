import { MenuAt, type Place } from '../../../../components/ui/menu-at.tsx';
import { MenuItem } from '../../../../components/ui/menu.tsx';
import type { IconName } from '../../../../components/ui/icon.tsx';
import { texts } from '../../texts.ts';

interface AttachMenuProps {
  ways: readonly { readonly label: string; readonly icon: IconName }[];
  place: Place;
  byKeyboard: boolean;
  onChoose: (label: string) => void;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export function AttachMenu({ ways, onChoose, ...menu }: AttachMenuProps) {
  return (
    <MenuAt label={texts.attach} {...menu}>
      {ways.map(({ label, icon }) => (
        <MenuItem key={label} icon={icon} onSelect={() => onChoose(label)}>
          {label}
        </MenuItem>
      ))}
    </MenuAt>
  );
}
