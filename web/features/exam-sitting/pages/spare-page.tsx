import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import type { SealedSeat, SpareSeatContent } from '../../../../sync/contract/exams/spare.ts';
import { useDeviceQuery } from '../../../platform/api/call-query.ts';
import { deviceStore } from '../../../platform/exam-device/device.ts';
import { signInUser } from '../../../platform/session/sign-in.ts';
import {
  type StoredSpareKit,
  getSpareKitKey,
  openKitSeat,
  listSpareKits,
  takeSpareSeat,
} from '../../../platform/exam-device/spare-kits.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { WenkaoSeal } from '../../../ui/print/wenkao-seal.tsx';
import { getCodePauseSeconds } from '../model/gate/code-pause.ts';
import { toSittingRow } from '../model/gate/seat.ts';
import { useSecondsLeft } from '../parts/use-seconds-left.ts';

/** Page /spare: an examinee continues on a spare PC, by the invigilator's code and without a network (SY15). */
export function SparePage() {
  const { t } = useTranslation('examAround');
  const kits = useDeviceQuery(() => listSpareKits(Date.now()).catch(() => []), []);
  const [seat, setSeat] = useState<{ kit: StoredSpareKit; seat: SpareSeatContent } | null>(null);
  return (
    <main className="mx-auto w-full max-w-[560px] px-5 py-10">
      <header className="mb-5 flex items-center gap-4">
        <WenkaoSeal className="size-[42px] rounded-md text-[15px] leading-[1.05]" />
        <div>
          <h1 className="text-2xl font-[650]">{t('spare.title')}</h1>
          <p className="text-muted-foreground">{t('spare.lead')}</p>
        </div>
      </header>
      {kits?.length === 0 && <Strip tone="kept">{t('spare.none')}</Strip>}
      {kits !== undefined && kits.length > 0 && seat === null && <ChooseSeat kits={kits} onOpened={setSeat} />}
      {seat !== null && <SignInHere {...seat} onBack={() => setSeat(null)} />}
      <footer className="mt-5 text-right">
        <LinkButton variant="link" to="/login">
          {t('spare.toSignIn')}
        </LinkButton>
      </footer>
    </main>
  );
}

/** Keys that identify a spare kit (the sealed seats of one room) and a seat in it, also after the list of kits has changed. */
const getKitKey = ({ kit }: StoredSpareKit): string => getSpareKitKey(kit);
const getSeatKey = ({ seatLabel, ticketNo }: SealedSeat): string => `${seatLabel}/${ticketNo}`;

function ChooseSeat({
  kits,
  onOpened,
}: {
  kits: readonly StoredSpareKit[];
  onOpened: (found: { kit: StoredSpareKit; seat: SpareSeatContent }) => void;
}) {
  const { t } = useTranslation('examAround');
  const [kitKey, setKitKey] = useState('');
  const [seatKey, setSeatKey] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrongCodeCount, setWrongCodeCount] = useState(0);
  const [waitSeconds, setWaitSeconds] = useSecondsLeft();
  const kit = kits.find((one) => getKitKey(one) === kitKey) ?? kits[0];
  if (!kit) return null;
  const sealed = kit.kit.seats.find((one) => getSeatKey(one) === seatKey);
  const open = async () => {
    if (!sealed) return;
    setBusy(true);
    const seat = await openKitSeat(sealed, code);
    setBusy(false);
    if (seat) return onOpened({ kit, seat });
    setWrongCodeCount(wrongCodeCount + 1);
    setWaitSeconds(getCodePauseSeconds(wrongCodeCount + 1));
  };
  return (
    <form
      className="flex flex-col gap-4 rounded-xl border bg-card p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && waitSeconds === 0) void open();
      }}
    >
      <Field label={t('spare.exam')}>
        {(field) => (
          <Select
            {...field}
            value={getKitKey(kit)}
            onChange={(value) => {
              setKitKey(value);
              setSeatKey('');
            }}
            choices={kits.map((one) => ({ value: getKitKey(one), label: [one.kit.name, one.kit.roomName].filter(Boolean).join(' · ') }))}
          />
        )}
      </Field>
      <Field label={t('spare.seat')}>
        {(field) => (
          <Select
            {...field}
            value={seatKey}
            onChange={(value) => {
              // Remember which spare kit is shown: when the list changes, another kit may become its first entry, which is the default.
              setKitKey(getKitKey(kit));
              setSeatKey(value);
            }}
            placeholder={t('spare.seatChoose')}
            choices={kit.kit.seats
              .toSorted((a, b) => getSeatKey(a).localeCompare(getSeatKey(b), 'zh-CN', { numeric: true }))
              .map((one) => ({ value: getSeatKey(one), label: [one.seatLabel, one.ticketNo].filter(Boolean).join(' · ') }))}
          />
        )}
      </Field>
      <Field label={t('spare.code')} hint={t('spare.codeHint')} error={wrongCodeCount > 0 ? t('spare.codeWrong') : undefined}>
        {(field) => (
          <Input
            {...field}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            placeholder="00000-00000"
            className="h-11 font-mono text-lg tracking-wider uppercase"
          />
        )}
      </Field>
      <Button type="submit" size="lg" variant="primary" busy={busy} disabled={waitSeconds > 0 || !sealed}>
        {waitSeconds > 0 ? t('spare.wait', { seconds: waitSeconds }) : t('spare.open')}
      </Button>
    </form>
  );
}

function SignInHere({ kit, seat, onBack }: { kit: StoredSpareKit; seat: SpareSeatContent; onBack: () => void }) {
  const { t } = useTranslation('examAround');
  const navigate = useNavigate();
  const [byTicket, setByTicket] = useState('1');
  const [name, setName] = useState(seat.user.login_name);
  const [secret, setSecret] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const enter = async () => {
    setBusy(true);
    setProblem('');
    const loginType = byTicket === '2' ? 2 : 1;
    const schoolId = kit.school.school_id;
    const loginName = loginType === 2 ? name.replace(/\s/g, '') : name.trim();
    try {
      await takeSpareSeat(
        kit,
        seat,
        { login_type: loginType, login_name: loginName, login_pwd: secret, school_id: schoolId },
        async (taken, vault) => deviceStore.saveSitting(toSittingRow(taken.grant, schoolId, await vault.wrapSittingKey(taken.grant))),
      );
      const user = await signInUser({ loginName, secret, schoolId, loginType });
      if (typeof user === 'object') return await navigate(`/student/exam/item/${kit.kit.planId}`, { replace: true });
      setProblem(t('spare.refused'));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <form
      className="flex flex-col gap-4 rounded-xl border bg-card p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && secret !== '') void enter();
      }}
    >
      <Strip tone="delivered">
        {t('spare.opened', { name: seat.user.name, seat: seat.notice.seatLabel, ticket: seat.notice.ticketNo })}
      </Strip>
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('spare.before')}</p>
      <Field label={t('spare.how')}>
        {(field) => (
          <Select
            {...field}
            value={byTicket}
            onChange={(value) => {
              setByTicket(value);
              setName(value === '2' ? seat.notice.ticketNo : seat.user.login_name);
            }}
            choices={[
              { value: '1', label: t('spare.byPassword') },
              { value: '2', label: t('spare.byTicket') },
            ]}
          />
        )}
      </Field>
      <Field label={t(byTicket === '2' ? 'spare.ticketNo' : 'spare.loginName')}>
        {(field) => <Input {...field} value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field label={t(byTicket === '2' ? 'spare.idNumber' : 'spare.password')}>
        {(field) => <PasswordInput {...field} value={secret} autoComplete="off" onChange={(event) => setSecret(event.target.value)} />}
      </Field>
      {problem !== '' && (
        <div role="alert">
          <Strip tone="seal">{problem}</Strip>
        </div>
      )}
      <div className="flex justify-end gap-2.5">
        <Button size="lg" onClick={onBack}>
          {t('spare.back')}
        </Button>
        <Button type="submit" size="lg" variant="primary" busy={busy} disabled={secret === ''}>
          {t('spare.enter')}
        </Button>
      </div>
    </form>
  );
}
