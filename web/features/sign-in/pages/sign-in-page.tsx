import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams, useNavigate, useSearchParams, useLocation } from 'react-router-dom';
import { platformInfoAtom } from '../../../platform/pwa/platform-info.ts';
import {
  shownSchoolAtom,
  type PublicSchool,
  findSchool,
  readStoredSchool,
  getRememberedSchool,
} from '../../../platform/session/school-memory.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LanguageLink } from '../../../ui/language-link.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { PcNote } from '../parts/pc-note.tsx';
import { userTypes, type UserType } from '../../../../sync/contract/roles.ts';
import type { SessionUser } from '../../../platform/session/session-user.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';
import { getDestination } from '../destination.ts';
import { CredentialFields } from '../parts/credential-fields.tsx';
import { DirectoryTab, type OfferedDirectory } from '../parts/directory-tab.tsx';
import { SignInLayout } from '../parts/sign-in-layout.tsx';
import { websiteCodePattern } from '../../../../sync/contract/patterns.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { OfflineSignInError } from '../../../platform/session/session.ts';
import { signInUser } from '../../../platform/session/sign-in.ts';

type FoundSchool =
  | { readonly kind: 'looking' | 'ask' }
  | { readonly kind: 'found'; readonly school: PublicSchool }
  | { readonly kind: 'unknown' | 'unreachable'; readonly website: string };

/** Finds the school that the address names, else the one stored on this PC; if there is neither, the page asks for it. */
function useSchoolByAddress(website: string | undefined): { found: FoundSchool; lookAgain: () => void } {
  const [schoolSearch, setSchoolSearch] = useState<FoundSchool>({ kind: 'looking' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const abortController = new AbortController();
    const look = async (): Promise<void> => {
      const rememberedSchool = getRememberedSchool() ?? (website === undefined ? await readStoredSchool() : null);
      if (abortController.signal.aborted) return;
      const code = website ?? rememberedSchool?.website;
      if (code === undefined) return setSchoolSearch({ kind: 'ask' });
      setSchoolSearch(rememberedSchool?.website === code ? { kind: 'found', school: rememberedSchool } : { kind: 'looking' });
      try {
        setSchoolSearch({ kind: 'found', school: await findSchool(code, abortController.signal) });
      } catch (failure) {
        if (abortController.signal.aborted) return;
        setSchoolSearch({ kind: failure instanceof CallFailure && failure.network ? 'unreachable' : 'unknown', website: code });
      }
    };
    void look();
    return () => abortController.abort();
  }, [website, turn]);
  return { found: schoolSearch, lookAgain: () => setTurn((n) => n + 1) };
}

function LookingForSchool() {
  return (
    <div aria-hidden className="flex flex-col gap-5 pt-2">
      <Skeleton className="h-5 w-44" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}

export function SignInPage() {
  const { t } = useTranslation(['signIn', 'ui', 'words']);
  const { t: app } = useTranslation('app');
  const { id } = useParams();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const onSignedIn = (user: SessionUser) => void navigate(getDestination(params.get('redirect'), user.user_type), { replace: true });
  const { found, lookAgain } = useSchoolByAddress(id);
  const { signInNotice } = useAtomValue(platformInfoAtom);
  const school = found.kind === 'found' ? found.school : null;
  const show = useSetAtom(shownSchoolAtom);
  const title = school?.title ?? '';
  useEffect(() => {
    show(title);
    return () => show('');
  }, [title, show]);
  return (
    <SignInLayout school={school}>
      <h1 className="text-2xl font-[650]">{t('words:signIn')}</h1>
      <p className="mt-1 mb-6 min-h-[22px] text-muted-foreground">{school?.title}</p>
      <AlreadySignedIn />
      {signInNotice !== '' && (
        <Strip tone="neutral" className="mb-5">
          <p className="whitespace-pre-line">{signInNotice}</p>
        </Strip>
      )}
      {/* This PC may have stored the school before it was disabled. */}
      {school?.enabled === false && (
        <Strip tone="seal" className="mb-5">
          {t('schoolDisabled')}
        </Strip>
      )}
      {found.kind === 'found' && <SignInForm school={found.school} onSignedIn={onSignedIn} />}
      {found.kind === 'looking' && <LookingForSchool />}
      {found.kind === 'unreachable' && (
        <div className="flex flex-col gap-4">
          <Strip tone="kept">{t('schoolOffline')}</Strip>
          <Button variant="primary" size="xl" onClick={lookAgain}>
            {t('ui:retry')}
          </Button>
        </div>
      )}
      {(found.kind === 'ask' || found.kind === 'unknown') && (
        <SchoolCodeForm problem={found.kind === 'unknown' ? t('schoolUnknown', { website: found.website }) : undefined} />
      )}
      <div className="mt-[18px] flex items-center justify-end gap-4 text-sm text-primary">
        {school?.registration === true && (
          <Link to={`/reg?school=${encodeURIComponent(school.website)}`} className="mr-auto hover:underline underline-offset-4">
            {t('register')}
          </Link>
        )}
        <Link to="/help" className="hover:underline underline-offset-4">
          {app('shell.help')}
        </Link>
        <LanguageLink />
      </div>
      {school?.enabled === true && <DemoRoles school={school} onSignedIn={onSignedIn} />}
      {school?.enabled === true && <OpenBatches school={school} />}
      <PcNote />
    </SignInLayout>
  );
}

/** Offers to continue with the session that is still open in this browser. */
function AlreadySignedIn() {
  const { t } = useTranslation('signIn');
  const user = useAtomValue(sessionUserAtom);
  if (user === null) return null;
  return (
    <Strip
      tone="neutral"
      className="mb-5"
      action={
        <Link to={userTypes[user.user_type].landing} className="font-medium text-primary hover:underline underline-offset-4">
          {t('continue')}
        </Link>
      }
    >
      {t('already', { name: user.name })}
    </Strip>
  );
}

type Batch = CallOutput<CallOfPath<'/batch/getShown'>>['items'][number];

/** Lists the batches that are open for enrolment at this school. Offline the list is hidden, because most visitors come to sign in. */
function OpenBatches({ school }: { school: PublicSchool }) {
  const { t } = useTranslation('signIn');
  const [batches, setBatches] = useState<readonly Batch[]>([]);
  // This page is outside the layouts and has no query client, so it makes its calls directly.
  useEffect(() => {
    const abortController = new AbortController();
    makeCall('/batch/getShown', { website: school.website }, { signal: abortController.signal, quiet: true }).then(
      ({ items }) => setBatches(items),
      () => setBatches([]),
    );
    return () => abortController.abort();
  }, [school.website]);
  if (batches.length === 0) return null;
  return (
    <section aria-labelledby="open-batches" className="mt-7 rounded-xl border bg-card">
      <h2 id="open-batches" className="border-b px-3.5 py-2.5 text-sm font-semibold">
        {t('openBatches')}
      </h2>
      <ul>
        {batches.map(({ id, name, profession, level, closesMs, left, waitingList }) => (
          <li key={id} className="border-b px-3.5 py-2.5 text-sm last:border-b-0">
            <span className="font-medium">
              {profession} {t(`levels.${level}` as 'levels.1')}
            </span>{' '}
            {name}
            <span className="num block text-[13px] text-muted-foreground">
              {t('batchUntil', { when: formatDateTime(closesMs) })}
              {left >= 0 && ` · ${left > 0 ? t('batchLeft', { count: left }) : t(waitingList ? 'batchWaiting' : 'batchFull')}`}
            </span>
          </li>
        ))}
      </ul>
      {school.registration && (
        <Link
          to={`/reg?school=${encodeURIComponent(school.website)}&type=12`}
          className="block border-t px-3.5 py-2.5 text-sm text-primary underline-offset-4 hover:underline"
        >
          {t('enrolNew')}
        </Link>
      )}
    </section>
  );
}

type SignInKind = 'password' | 'ticket' | 'directory';

function SignInForm({ school, onSignedIn }: { school: PublicSchool; onSignedIn: (user: SessionUser) => void }) {
  const { t } = useTranslation('signIn');
  const [kind, setKind] = useState<SignInKind>('password');
  const directory = useOfferedDirectory(school.id);
  return (
    <Tabs value={kind} onValueChange={(next) => setKind(next as SignInKind)}>
      <TabsList className="mb-[22px]">
        <TabsTrigger value="password">{t('byPassword')}</TabsTrigger>
        <TabsTrigger value="ticket">{t('byTicket')}</TabsTrigger>
        {directory !== null && <TabsTrigger value="directory">{t('byDirectory')}</TabsTrigger>}
      </TabsList>
      {(['password', 'ticket'] as const).map((each) => (
        <TabsContent key={each} value={each} tabIndex={-1}>
          <CredentialFields kind={each} schoolId={school.id} onSignedIn={onSignedIn} />
        </TabsContent>
      ))}
      {directory !== null && (
        <TabsContent value="directory" tabIndex={-1}>
          <DirectoryTab directory={directory} schoolId={school.id} onSignedIn={onSignedIn} />
        </TabsContent>
      )}
    </Tabs>
  );
}

/** Asks which directory the school offers. Without a network none is offered, because it could not sign anybody in. */
function useOfferedDirectory(schoolId: number): OfferedDirectory | null {
  const [directory, setDirectory] = useState<OfferedDirectory | null>(null);
  useEffect(() => {
    const abortController = new AbortController();
    makeCall('/directory/getPublic', { school_id: schoolId }, { signal: abortController.signal, quiet: true }).then(
      (reply) => setDirectory(reply.directory),
      () => setDirectory(null),
    );
    return () => abortController.abort();
  }, [schoolId]);
  return directory;
}

/** Asks for the school's website code if the address has none. */
function SchoolCodeForm({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation('signIn');
  const navigate = useNavigate();
  const { search } = useLocation();
  const [website, setWebsite] = useState('');
  const [error, setError] = useState(problem);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const code = website.trim();
        if (code === '') setError(t('missingSchool'));
        else if (!websiteCodePattern.test(code)) setError(t('badSchool'));
        else void navigate(`/login/${code}${search}`);
      }}
    >
      <Field label={t('school')} hint={t('schoolHint')} error={error}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoCapitalize="none"
            spellCheck={false}
            className="h-[46px] px-3.5 text-base"
            value={website}
            onChange={(event) => {
              setWebsite(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="xl">
        {t('schoolNext')}
      </Button>
    </form>
  );
}

/** Offers the roles of a demo school as buttons that sign in. Renders nothing unless the server says that it runs the demo. */
export function DemoRoles({ school, onSignedIn }: { school: PublicSchool; onSignedIn: (user: SessionUser) => void }) {
  const { t } = useTranslation('signIn');
  const { demo } = useAtomValue(platformInfoAtom);
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState('');
  if (!demo || demo.password === null || !demo.websites.includes(school.website)) return null;
  const secret = demo.password;
  const signIn = async (loginName: string) => {
    setBusy(loginName);
    setProblem('');
    try {
      const user = await signInUser({ loginName, secret, schoolId: school.id, loginType: 1 });
      if (typeof user === 'object') return onSignedIn(user);
      setProblem(t('demoFailed'));
    } catch (failure) {
      if (!(failure instanceof CallFailure) && !(failure instanceof OfflineSignInError)) throw failure;
      setProblem(t('demoFailed'));
    }
    setBusy('');
  };
  return (
    <section aria-labelledby="demo-roles" className="mt-7 rounded-xl border bg-card px-3.5 pt-2.5 pb-3.5">
      <h2 id="demo-roles" className="text-sm font-semibold">
        {t('demoTitle')}
      </h2>
      <p className="mt-0.5 mb-2.5 text-[13px] text-muted-foreground">{t('demoText')}</p>
      <div className="grid grid-cols-3 gap-2">
        {demo.accounts.map(({ loginName, userType }) => (
          <Button
            key={loginName}
            size="sm"
            className="w-full px-1"
            disabled={busy !== ''}
            aria-busy={busy === loginName}
            onClick={() => void signIn(loginName)}
          >
            {t(`demoTypes.${userTypes[userType as UserType].name}`)}
          </Button>
        ))}
      </div>
      <p role="alert" className="text-[13px] text-destructive empty:hidden">
        {problem}
      </p>
    </section>
  );
}
