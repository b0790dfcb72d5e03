import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../../../lib/i18n.ts';
import { useLocalQuery } from '../../../../platform/api/call-query.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { padTwoDigits } from '../../../../../sync/domain/numbers.ts';

// Loaded on demand, because the module imports the device database and the cryptography, which the self-check page does not need at first.
const loadRoomMachine = () => import('../../../../platform/room/room-machine.ts');

/** Registers this PC at a seat of an exam room by the room's code. No sign-in is needed. */
export function RegisterMachine() {
  const { t } = useTranslation('examAround');
  const [params] = useSearchParams();
  const [code, setCode] = useState(params.get('code') ?? '');
  const [seat, setSeat] = useState('');
  const [tried, setTried] = useState(false);
  const place = useLocalQuery('machinePlace', null, async () => (await loadRoomMachine()).getMachinePlace());
  const register = useAction({
    mutationFn: async (seatNo: number) => (await loadRoomMachine()).registerMachineAt(code, seatNo),
    onSuccess: () => {
      setSeat('');
      setTried(false);
    },
    onSettled: () => place.refetch(),
  });
  const isSeat = /^\d{1,3}$/.test(seat.trim());
  const submit = () => {
    setTried(true);
    if (code.trim() !== '' && isSeat) register.mutate(Number(seat));
  };
  return (
    <section aria-labelledby="register-machine" className="mt-6 rounded-xl border bg-card px-5 py-4">
      <h2 id="register-machine" className="text-base font-semibold">
        {t('machine.title')}
      </h2>
      <p className="mt-1 text-sm text-muted-foreground">{t('machine.lead')}</p>
      {place.data != null && (
        <Strip tone="delivered" live className="mt-3">
          {place.data.seatNo === 0
            ? t('machine.standsSpare', { room: place.data.room })
            : t('machine.stands', { room: place.data.room, seat: padTwoDigits(place.data.seatNo) })}
        </Strip>
      )}
      {register.error !== null && (
        <Strip tone="seal" live className="mt-3">
          {register.error.message}
        </Strip>
      )}
      <form
        noValidate
        className="mt-3 flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label={t('machine.code')}
          required
          className="grow basis-48"
          error={tried && code.trim() === '' ? t('machine.needCode') : undefined}
        >
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              className="h-11 font-mono text-lg tracking-wider"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t('machine.seat')}
          required
          hint={t('machine.seatHint')}
          className="basis-40"
          error={tried && !isSeat ? t('machine.needSeat') : undefined}
        >
          {(field) => (
            <Input
              {...field}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              className="num h-11"
              value={seat}
              onChange={(event) => setSeat(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" size="lg" variant="primary" className="mt-[26px]" busy={register.isPending}>
          {t(place.data == null ? 'machine.register' : 'machine.move')}
        </Button>
      </form>
    </section>
  );
}
