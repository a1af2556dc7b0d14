import type { Person } from '@koinonia/contracts/identity.ts';
import { useNavigate } from 'react-router-dom';
import { shownName } from '../../../../lib/shown-name.ts';
import { Menu, MenuItem } from '../../../../components/ui/menu.tsx';
import { texts } from '../../texts.ts';

/** The actions on a person that ask for confirmation. */
export type PersonQuestion = 'deactivate' | 'reactivate' | 'endSessions';

interface PersonMenuProps {
  person: Person;
  isMe: boolean;
  onAsk: (question: PersonQuestion) => void;
}

/** Rare actions on a person. Nobody can deactivate themselves; their own devices are on their profile. */
export function PersonMenu({ person, isMe, onAsk }: PersonMenuProps) {
  const navigate = useNavigate();
  const { active = true } = person;
  return (
    <Menu label={texts.more(shownName(person))}>
      <MenuItem icon="history" onSelect={() => void navigate(`/admin/audit?person=${person.uid}`)}>
        {texts.showInAudit}
      </MenuItem>
      {!isMe && active && (
        <>
          <MenuItem icon="logout" onSelect={() => onAsk('endSessions')}>
            {texts.endSessions}
          </MenuItem>
          <MenuItem icon="lock" danger onSelect={() => onAsk('deactivate')}>
            {texts.deactivate}
          </MenuItem>
        </>
      )}
      {!isMe && !active && (
        <MenuItem icon="unlock" onSelect={() => onAsk('reactivate')}>
          {texts.reactivate}
        </MenuItem>
      )}
    </Menu>
  );
}
