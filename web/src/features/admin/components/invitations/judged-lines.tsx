import type { InvitedLine } from '@koinonia/contracts/invitations.ts';
import { Actions } from '../../../../components/ui/actions.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { isolated } from '../../../../lib/format.ts';
import { invitationTexts as texts } from '../../invitation-texts.ts';
import { judgementOf } from '../../model/invited-lines.ts';
import { Address } from '../frame/address.tsx';
import lineStyles from '../frame/lines.module.css';
import styles from './invitations.module.css';

interface JudgedLinesProps {
  lines: readonly InvitedLine[];
  ignored: readonly string[];
  pending: boolean;
  onInvite: () => void;
}

/** The result for each line, errors first; if there are none, the button that invites. */
export function JudgedLines({ lines, ignored, pending, onInvite }: JudgedLinesProps) {
  const { counts, shown, notShown } = judgementOf(lines);
  const sums = [
    ...(counts.invalid > 0 ? [texts.areWrong(counts.invalid)] : []),
    ...(counts.invited > 0 ? [texts.willCome(counts.invited)] : []),
    ...(counts.already_here > 0 ? [texts.areHere(counts.already_here)] : []),
  ];
  return (
    <section className={styles.result} aria-label={texts.result}>
      <div role="status">
        <p className={styles.sums}>{sums.join(' · ')}</p>
        {ignored.length > 0 && <p>{texts.ignored(ignored.map(isolated))}</p>}
        {counts.invalid > 0 && <p className={lineStyles.fault}>{texts.correctFirst}</p>}
        {counts.invalid + counts.invited === 0 && <p>{texts.nobodyNew}</p>}
      </div>
      <ul className={lineStyles.list}>
        {shown.map((line) => (
          <JudgedLine key={line.line} line={line} />
        ))}
      </ul>
      {notShown > 0 && <p className={lineStyles.about}>{texts.andMore(notShown)}</p>}
      {counts.invalid === 0 && counts.invited > 0 && (
        <Actions>
          <Button look="main" pending={pending} pendingWords={texts.inviting} onClick={onInvite}>
            {texts.invite(counts.invited)}
          </Button>
        </Actions>
      )}
    </section>
  );
}

function JudgedLine({ line: { line, email, role, groups, outcome, errors } }: { line: InvitedLine }) {
  return (
    <li className={lineStyles.line}>
      <div className={lineStyles.what}>
        <strong>{email === '' ? '—' : <Address of={email} />}</strong>
        <p className={lineStyles.about}>{[texts.line(line), role, ...groups.map(isolated)].join(' · ')}</p>
        {errors.map((error) => (
          <p key={error} className={lineStyles.fault}>
            {error}
          </p>
        ))}
      </div>
      <span className={`${styles.outcome} ${outcome === 'invalid' ? styles.wrong : ''}`}>
        {texts.outcomes[outcome]}
      </span>
    </li>
  );
}
