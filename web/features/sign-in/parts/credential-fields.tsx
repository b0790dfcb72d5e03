import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { asksForCode, OfflineSignInError } from '../../../platform/session/session.ts';
import type { SessionUser } from '../../../platform/session/session-user.ts';
import { signInAtDirectory, signInUser } from '../../../platform/session/sign-in.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { CodeField } from './code-field.tsx';
import { SignInSubmit } from './sign-in-submit.tsx';

interface CredentialFieldsProps {
  kind: 'password' | 'ticket' | 'directory';
  schoolId: number;
  onSignedIn: (user: SessionUser) => void;
}

interface Problems {
  /** True if the server refused the credentials as a whole: both fields are marked, and the user retypes the secret. */
  readonly refused?: boolean;
  readonly name?: string;
  readonly secret?: string;
  readonly code?: string;
  /** Error text that stays until the next attempt, because a toast may vanish before it is read. */
  readonly message?: string;
}

/** Assigns the server's field errors to the fields of the form. */
function toProblems(failure: unknown): Problems {
  if (!(failure instanceof CallFailure)) throw failure;
  const findMessage = (path: string) => failure.fields.find((fault) => fault.path === path)?.message;
  const name = findMessage('login_name');
  const secret = findMessage('login_pwd');
  if (name === undefined && secret === undefined) return { refused: failure.code === apiErrors.refused.code, message: failure.message };
  return { ...(name === undefined ? {} : { name }), ...(secret === undefined ? {} : { secret }) };
}

const big = 'h-[46px] px-3.5 text-base';

export function CredentialFields({ kind, schoolId, onSignedIn }: CredentialFieldsProps) {
  const { t } = useTranslation(['signIn', 'app', 'words']);
  const [name, setName] = useState('');
  const [secret, setSecret] = useState('');
  /** Code of the second factor; null until the server asks for one. */
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const nameField = useRef<HTMLInputElement>(null);
  const secretField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const ticket = kind === 'ticket';

  const refuse = (found: Problems) => {
    setProblems(found);
    if (found.name !== undefined) return nameField.current?.focus();
    secretField.current?.focus();
    secretField.current?.select();
  };
  const submit = async () => {
    // Admission ticket numbers are printed in groups of four.
    const loginName = ticket ? name.replace(/\s/g, '') : name.trim();
    if (code?.trim() === '') {
      setProblems({ code: t('codeMissing') });
      return codeField.current?.focus();
    }
    if (loginName === '' || secret === '') {
      refuse({
        ...(loginName === '' ? { name: t(ticket ? 'missingTicket' : 'missingName') } : {}),
        ...(secret === '' ? { secret: t(ticket ? 'missingIdNumber' : 'missingPassword') } : {}),
      });
      return;
    }
    setBusy(true);
    setProblems({});
    try {
      const user =
        kind === 'directory'
          ? await signInAtDirectory(schoolId, loginName, secret, code ?? '')
          : await signInUser({
              loginName,
              secret: ticket ? secret.trim().toUpperCase() : secret,
              schoolId,
              loginType: ticket ? 2 : 1,
              code: code ?? '',
            });
      if (typeof user === 'object') onSignedIn(user);
      else {
        setBusy(false);
        refuse({ message: t(user === 'noUser' ? 'app:session.verifyFailed' : 'app:session.noRoles') });
      }
    } catch (failure) {
      setBusy(false);
      if (failure instanceof CallFailure && asksForCode(failure)) {
        // The server's first request for the code is not an error; a later one means that the code was wrong.
        setProblems(code === null ? {} : { code: failure.message });
        setCode('');
        // On the first request the code field is not rendered yet; on later ones it exists and gets the focus.
        codeField.current?.focus();
      } else if (!(failure instanceof OfflineSignInError)) refuse(toProblems(failure));
      else if (failure.refusal === 'unknown') refuse({ message: t('offline.unknown') });
      // Signing in offline failed for a reason other than the input, so no field is marked or cleared.
      else setProblems({ message: t(`offline.${failure.refusal}`) });
    }
  };

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <Field label={t(ticket ? 'ticketNo' : 'words:loginName')} error={problems.name}>
        {(control) => (
          <Input
            {...control}
            ref={nameField}
            aria-invalid={problems.refused ?? control['aria-invalid']}
            autoFocus
            autoComplete={ticket ? 'off' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            inputMode={ticket ? 'numeric' : 'text'}
            className={big}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setCode(null);
            }}
          />
        )}
      </Field>
      <Field label={t(ticket ? 'words:idNumber' : 'password')} error={problems.secret}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={secretField}
            aria-invalid={problems.refused ?? control['aria-invalid']}
            // PCs in exam rooms must not store ID numbers.
            autoComplete={ticket ? 'off' : 'current-password'}
            className={`${big} pr-11`}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
      </Field>
      {code !== null && <CodeField ref={codeField} error={problems.code} value={code} onChange={setCode} />}
      <SignInSubmit problem={problems.message} busy={busy} />
    </form>
  );
}
