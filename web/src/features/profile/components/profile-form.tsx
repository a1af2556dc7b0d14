import { updateProfile, type Me, type Theme } from '@koinonia/contracts/identity.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Card } from '../../../components/layout/page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import fields from '../../../components/ui/field.module.css';
import { request } from '../../../lib/api/request.ts';
import { meQuery } from '../../../lib/me.ts';
import { usePhoneFormat } from '../../../lib/phone/use-phone-format.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';
import { AvatarButton } from './avatar-button.tsx';
import styles from './profile-form.module.css';

type Edits = Partial<Pick<Me, 'displayName' | 'phone' | 'theme'>>;

const themes: readonly Theme[] = ['auto', 'light', 'dark'];

function useSaveProfile(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (edits: Edits) => request(updateProfile, { body: edits }),
    networkMode: 'always',
    onSuccess(me) {
      queries.setQueryData(meQuery.queryKey, me);
      toast.success(texts.saved);
      onSaved();
    },
    onError: () => toast.error(texts.failed),
  });
}

/** Only what was edited is kept here and sent: what changes elsewhere meanwhile still shows. */
export function ProfileForm({ me }: { me: Me }) {
  const [edits, setEdits] = useState<Edits>({});
  const save = useSaveProfile(() => setEdits({}));
  const formatPhone = usePhoneFormat([me.phone, edits.phone ?? '']);
  const dirty = Object.keys(edits).length > 0;
  const { displayName, theme } = { ...me, ...edits };
  const edit = (change: Edits) => setEdits({ ...edits, ...change });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (dirty) save.mutate(edits);
  }

  return (
    <Card>
      <form className={styles.form} onSubmit={submit}>
        <AvatarButton me={me} />
        <label className={fields.field}>
          <span className={fields.label}>{texts.displayName}</span>
          <input
            className={fields.control}
            dir="auto"
            autoComplete="name"
            maxLength={100}
            value={displayName}
            onChange={(event) => edit({ displayName: event.target.value })}
          />
        </label>
        <label className={fields.field}>
          <span className={fields.label}>{texts.email}</span>
          <input className={fields.control} type="email" value={me.email} readOnly />
        </label>
        <label className={fields.field}>
          <span className={fields.label}>{texts.phone}</span>
          <input
            className={fields.control}
            type="tel"
            autoComplete="tel"
            maxLength={40}
            value={edits.phone ?? formatPhone(me.phone)}
            onChange={(event) => edit({ phone: event.target.value })}
            onBlur={() => edits.phone !== undefined && edit({ phone: formatPhone(edits.phone) })}
          />
        </label>
        <div className={fields.field}>
          <span className={fields.label} id="profile-groups">
            {texts.groups}
          </span>
          <ul className={styles.groups} aria-labelledby="profile-groups">
            {me.groups.map((name) => (
              <li key={name} dir="auto">
                {name}
              </li>
            ))}
          </ul>
        </div>
        <label className={fields.field}>
          <span className={fields.label}>{texts.theme}</span>
          <select
            className={fields.control}
            value={theme}
            onChange={(event) => edit({ theme: themes.find((one) => one === event.target.value) ?? 'auto' })}
          >
            {themes.map((value) => (
              <option key={value} value={value}>
                {texts.themes[value]}
              </option>
            ))}
          </select>
        </label>
        <Button look="main" type="submit" disabled={!dirty || save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
      </form>
    </Card>
  );
}
