import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import { websiteCodePattern } from '../../../../sync/contract/patterns.ts';
import type { CallInput } from '../../../../sync/contract/call.ts';
import { solveWorkProof } from '../../../../sync/crypto/work-proof.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { makeCall, CallFailure, type CallOptions } from '../../../platform/api/call.ts';
import { OwnQueries } from '../../../platform/api/own-queries.tsx';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { getRememberedSchool, type PublicSchool } from '../../../platform/session/school-memory.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { DraftRestored } from '../../../ui/form/draft-note.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { LanguageLink } from '../../../ui/language-link.tsx';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { SchoolLogo } from '../../../ui/entity/school-logo.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { RowVersionKey } from '../../../../sync/contract/scalars.ts';

const fields = [
  ['website', 'school', true],
  ['name', 'name', true],
  ['login_name', 'loginName', true],
  ['login_pwd', 'password', true],
  ['phone', 'phone', true],
  ['id_number', 'idNumber', false],
  ['student_no', 'studentNo', false],
  ['employer', 'employer', false],
  ['note', 'note', false],
] as const;
type Values = Record<(typeof fields)[number][0], string>;
const inputModes: Readonly<Partial<Record<keyof Values, 'tel'>>> = { phone: 'tel' };
/** Fields that are hidden if the account needs no approval; the enrolment form asks for them later. */
const unasked: ReadonlySet<string> = new Set(['id_number', 'note']);
const hints = { website: 'schoolHint', login_pwd: 'rule', note: 'noteHint' } as const;

type Registration = CallInput<CallOfPath<'/user/addRS'>>;
interface RegisteredSchool extends RowVersionKey {
  readonly school: string;
  readonly website: string;
  readonly name: string;
  readonly waits: boolean;
}

/** Registers an account. After many registrations from one address the server demands a proof of work, which this page computes. */
async function register(input: Registration, options: CallOptions) {
  try {
    return await makeCall('/user/addRS', input, { ...options, quiet: true });
  } catch (failure) {
    const { challenge } = (failure instanceof CallFailure && (failure.data as { challenge?: string } | null)) || {};
    if (challenge === undefined) throw failure;
    return makeCall('/user/addRS', { ...input, proof: await solveWorkProof(challenge) }, { ...options, quiet: true });
  }
}

/**
 * Registers a user at a school. The account waits for approval, and the page says so; an applicant's account is active at once where the school
 * allows it.
 */
export const RegistrationPage = () => (
  <OwnQueries>
    <Registering />
  </OwnQueries>
);

function Registering() {
  const { t } = useTranslation('registration');
  const [params] = useSearchParams();
  const [type, setType] = useState<7 | 12>(params.get('type') === '12' ? 12 : 7);
  const [initial] = useState<Values>(() => ({
    website: params.get('school') ?? getRememberedSchool()?.website ?? '',
    name: '',
    login_name: '',
    login_pwd: '',
    phone: '',
    id_number: '',
    student_no: '',
    employer: '',
    note: '',
  }));
  const [registration, setRegistration] = useState<RegisteredSchool | null>(null);
  const { form, draft, busy, error, send, discard } = useSavedForm<Values, Values, RegisteredSchool>(null, {
    name: 'registration',
    isOnlyRow: true,
    initial,
    resolver: (values) =>
      websiteCodePattern.test(values.website.trim())
        ? { values, errors: {} }
        : { values: {}, errors: { website: { type: 'form', message: t('schoolUnknown') } } },
    // Drafts stay on shared PCs, so identifying fields are left out.
    secret: ['login_pwd', 'id_number', 'phone'],
    calls: {
      add: async (values, options) => {
        const { website, title } = await makeCall('/school/getByWebsite', { website: values.website.trim() }).catch((failure: unknown) => {
          if (!(failure instanceof CallFailure) || failure.code !== apiErrors.notFound.code) throw failure;
          throw new CallFailure(failure.code, failure.message, { fields: [{ path: 'website', message: t('schoolUnknown') }] });
        });
        const { waits } = await register({ ...values, website, user_type: type, sex: 0, id_type: 1 }, options);
        return { id: 0, version: 1, school: title, website, name: values.login_name, waits };
      },
      modify: null,
    },
    newest: () => Promise.resolve({ value: initial, version: 1 }),
    lists: [],
    onSaved: setRegistration,
  });
  const { errors } = form.formState;
  const [school, setSchool] = useState<PublicSchool | null>(null);
  /** Looks up the school and whether it accepts self-registration, before the user fills in the form. */
  const lookAtSchool = async () => {
    const website = form.getValues('website').trim();
    const found = websiteCodePattern.test(website)
      ? await makeCall('/school/getByWebsite', { website }, { quiet: true }).catch(() => null)
      : null;
    if (form.getValues('website').trim() === website) setSchool(found);
  };
  useEffect(() => {
    void lookAtSchool();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- looks up the school of the address once
  }, []);
  /** Reports a taken login name while the rest of the form is being filled in. */
  const lookUp = async () => {
    const { website, login_name } = form.getValues();
    if (login_name.trim() === '' || !websiteCodePattern.test(website.trim())) return;
    const found = await makeCall('/user/isExist', { website: website.trim(), login_name }, { quiet: true }).catch(() => null);
    if (found?.exists === true) form.setError('login_name', { type: 'server', message: t('loginTaken') });
  };
  const atOnce = type === 12 && school?.enrolAtOnce === true;
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center gap-4 px-6 py-10">
      <div className="flex items-end gap-4">
        <div className="min-w-0 grow">
          {school !== null && (
            <p className="mb-3 flex items-center gap-2.5 font-semibold">
              <SchoolLogo title={school.title} src={school.logo} className="size-9 border" />
              {school.title}
            </p>
          )}
          <h1 className="text-2xl font-[650]">{t(registration === null ? 'title' : registration.waits ? 'doneTitle' : 'openTitle')}</h1>
        </div>
        <LanguageLink className="pb-1 text-sm text-primary" />
      </div>
      {registration === null ? (
        <form
          noValidate
          className="grid grid-cols-1 gap-x-4 gap-y-4 rounded-xl border bg-card p-5 sm:grid-cols-2"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <p className="text-sm text-muted-foreground sm:col-span-2">{t(atOnce ? 'introAtOnce' : 'intro')}</p>
          <div className="empty:hidden sm:col-span-2">
            <DraftRestored draft={{ ...draft, discard }} />
          </div>
          {school?.registration === false && (
            <Strip tone="kept" className="sm:col-span-2">
              {t('closed', { school: school.title })}
            </Strip>
          )}
          {error !== null && (
            <div role="alert" className="sm:col-span-2">
              <Strip tone="seal">{error.message}</Strip>
            </div>
          )}
          <Field label={t('type')}>
            {({ 'aria-required': _required, ...control }) => (
              <Select
                {...control}
                value={String(type)}
                onChange={(value) => setType(value === '12' ? 12 : 7)}
                choices={[
                  { value: '7', label: t('student') },
                  { value: '12', label: t('applicant') },
                ]}
              />
            )}
          </Field>
          {fields
            .filter(([name]) => name !== (type === 7 ? 'employer' : 'student_no') && !(atOnce && unasked.has(name)))
            .map((field) => (
              <RegistrationField
                key={field[0]}
                field={field}
                form={form}
                error={errors[field[0]]?.message}
                schoolTitle={school?.title}
                onBlur={() => {
                  if (field[0] === 'login_name') void lookUp();
                  if (field[0] === 'website') void lookAtSchool();
                }}
              />
            ))}
          <div className="flex justify-end gap-2 sm:col-span-2">
            <LinkButton to={params.get('school') === null ? '/login' : `/login/${params.get('school')}`}>{t('toSignIn')}</LinkButton>
            <Button type="submit" variant="primary" busy={busy} disabled={school?.registration === false}>
              {t('submit')}
            </Button>
          </div>
        </form>
      ) : (
        <RegisteredNote registration={registration} />
      )}
    </main>
  );
}

interface RegistrationFieldProps {
  field: (typeof fields)[number];
  form: UseFormReturn<Values>;
  error: string | undefined;
  /** Title of the school that was found; undefined if none was found yet. */
  schoolTitle: string | undefined;
  onBlur: () => void;
}

function RegistrationField({ field: [name, label, required], form, error, schoolTitle, onBlur }: RegistrationFieldProps) {
  const { t } = useTranslation('registration');
  return (
    <Field
      label={t(label)}
      required={required}
      error={error}
      {...(name === 'note' ? { className: 'sm:col-span-2' } : {})}
      {...(name in hints
        ? { hint: name === 'website' && schoolTitle !== undefined ? schoolTitle : t(hints[name as keyof typeof hints]) }
        : {})}
    >
      {(control) => {
        const typed = form.register(name, { onBlur });
        return name === 'login_pwd' ? (
          <PasswordInput {...control} autoComplete="new-password" {...typed} />
        ) : (
          <Input {...control} autoComplete="off" inputMode={inputModes[name] ?? 'text'} {...typed} />
        );
      }}
    </Field>
  );
}

/** Tells the user that the account is registered, and whether it waits for approval. */
function RegisteredNote({ registration }: { registration: RegisteredSchool }) {
  const { t } = useTranslation('registration');
  return (
    <div className="flex flex-col gap-4 rounded-xl border bg-card p-5">
      <p role="status" className="leading-relaxed">
        {t(registration.waits ? 'done' : 'open', { school: registration.school, name: registration.name })}
      </p>
      <LinkButton variant="primary" className="self-start" to={`/login/${registration.website}`}>
        {t('toSignIn')}
      </LinkButton>
    </div>
  );
}
