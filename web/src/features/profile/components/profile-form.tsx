import { maxNameLength } from '@koinonia/contracts/common.ts';
import { maxPhoneLength, updateProfile, type Me } from '@koinonia/contracts/identity.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { Card } from '../../../components/layout/page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Choice, TextField } from '../../../components/ui/field.tsx';
import fields from '../../../components/ui/field.module.css';
import { wasRefused } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { requirePerson } from '../../../lib/api/required.ts';
import { showMe } from '../../../lib/me.ts';
import { usePhoneFormat } from '../../../lib/phone/use-phone-format.ts';
import { toast } from '../../../lib/toast.ts';
import { unsavedDuring } from '../../../lib/unsaved.ts';
import { texts } from '../texts.ts';
import { useProfileEdits, type Edits } from '../api/profile-edits.ts';
import { AvatarButton } from './avatar-button.tsx';
import styles from './profile-form.module.css';

const themes = (['auto', 'light', 'dark'] as const).map((theme) => [theme, texts.themes[theme]] as const);

function useSaveProfile(onSaved: (sent: Edits) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (edits: Edits) => requirePerson(await unsavedDuring(request(updateProfile, { body: edits }))),
    networkMode: 'always',
    onSuccess(saved, sent) {
      showMe(queries, (me) => me && { ...me, ...savedOf(saved) });
      toast.success(texts.saved);
      onSaved(sent);
    },
    // With the reason, where the person can do something about it: a name must not be empty.
    onError: (error) => toast.error(wasRefused(error, 400) ? `${texts.failed}. ${error.message}` : texts.failed),
  });
}

/** The rest of the answer, such as the role and the picture, may be older than what is known by now. */
const savedOf = ({ displayName, phone, theme }: Me): Required<Edits> => ({ displayName, phone, theme });

/** Edits made while the others were being saved. */
const editedSince = (sent: Edits, now: Edits): Edits =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => sent[field as keyof Edits] !== value));

/** Holds and sends only the edited fields, so that changes from elsewhere still show. */
export function ProfileForm({ me }: { me: Me }) {
  const [edits, setEdits] = useProfileEdits();
  const save = useSaveProfile((sent) => setEdits((now) => editedSince(sent, now)));
  const formatPhone = usePhoneFormat([me.phone, edits.phone ?? '']);
  const dirty = Object.keys(edits).length > 0;
  const { displayName, theme } = { ...me, ...edits };
  const edit = (change: Edits) => setEdits((now) => ({ ...now, ...change }));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!dirty) return;
    // Formatted as when its field loses the focus: Enter saves before that.
    const sent = edits.phone === undefined ? edits : { ...edits, phone: formatPhone(edits.phone) };
    setEdits(() => sent);
    save.mutate(sent);
  }

  return (
    <Card>
      <form className={styles.form} onSubmit={submit}>
        <AvatarButton me={me} />
        <TextField
          label={texts.displayName}
          dir="auto"
          autoComplete="name"
          maxLength={maxNameLength}
          value={displayName}
          onChange={(event) => edit({ displayName: event.target.value })}
        />
        <TextField label={texts.email} type="email" value={me.email} readOnly />
        <TextField
          label={texts.phone}
          type="tel"
          autoComplete="tel"
          maxLength={maxPhoneLength}
          value={edits.phone ?? formatPhone(me.phone)}
          onChange={(event) => edit({ phone: event.target.value })}
          onBlur={() => edits.phone !== undefined && edit({ phone: formatPhone(edits.phone) })}
        />
        <OwnGroups names={me.groups} />
        <Choice label={texts.theme} value={theme} choices={themes} onChange={(chosen) => edit({ theme: chosen })} />
        <Button look="main" type="submit" disabled={!dirty} pending={save.isPending} pendingWords={texts.saving}>
          {texts.save}
        </Button>
      </form>
    </Card>
  );
}

function OwnGroups({ names }: { names: readonly string[] }) {
  const id = useId();
  return (
    <div className={fields.field}>
      <span className={fields.label} id={id}>
        {texts.groups}
      </span>
      <ul className={styles.groups} aria-labelledby={id}>
        {names.map((name) => (
          <li key={name} dir="auto">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
