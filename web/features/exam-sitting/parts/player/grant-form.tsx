import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { decodeUtf8 } from '../../../../../sync/crypto/bytes.ts';
import { deriveGrantIncidentId, openGrant } from '../../../../../sync/crypto/seat-grant.ts';
import { deviceStore, appSession } from '../../../../platform/exam-device/device.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { getCodePauseSeconds } from '../../model/gate/code-pause.ts';
import { getSeatKeyBinding } from '../../model/gate/seat.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { PlayerDialog } from '../player-dialog.tsx';
import { useSecondsLeft } from '../use-seconds-left.ts';

/** Number of wrong extension codes typed so far. It is stored outside the form, so that closing the form does not reset the wait. */
let wrongCodeCount = 0;

/** Takes a code that gives this seat more time. */
export function GrantForm({ controller, attemptId, onClose }: { controller: SittingController; attemptId: string; onClose: () => void }) {
  const { t } = useTranslation('examSitting');
  const [code, setCode] = useState('');
  const [outcome, setOutcome] = useState<'' | 'wrong' | 'known' | 'noKey' | 'failed' | 'busy'>('');
  const [waitSeconds, setWaitSeconds] = useSecondsLeft();
  const submit = async (): Promise<void> => {
    if (outcome === 'busy' || waitSeconds > 0) return;
    setOutcome('busy');
    const row = await deviceStore.sitting(attemptId);
    const bytes = row?.wrappedSeatKey && (await (await appSession.vault())?.unwrapBytes(row.wrappedSeatKey, getSeatKeyBinding(attemptId)));
    if (!bytes) return setOutcome('noKey');
    const key = decodeUtf8(bytes);
    const grant = await openGrant(key, code);
    if (!grant) {
      wrongCodeCount += 1;
      setWaitSeconds(getCodePauseSeconds(wrongCodeCount));
      return setOutcome('wrong');
    }
    wrongCodeCount = 0;
    const result = await controller.applyExtensionCode(await deriveGrantIncidentId(key, grant), grant.minutes * 60_000);
    if (result === 'saved') onClose();
    else setOutcome(result === 'known' ? 'known' : 'failed');
  };
  return (
    <PlayerDialog labelledBy="grant-title" onClose={onClose} className="w-[min(26rem,calc(100vw-2rem))] rounded-xl border p-6">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id="grant-title" className="text-lg font-semibold">
          {t('room.codeTitle')}
        </h2>
        <label className="flex flex-col gap-1.5">
          <span>{t('room.code')}</span>
          <Input
            autoFocus
            autoComplete="off"
            spellCheck={false}
            className="h-12 font-mono text-xl tracking-wider uppercase"
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </label>
        <p role="alert" className="min-h-5 text-sm text-seal">
          {outcome !== '' && outcome !== 'busy' && t(`room.${outcome}`)}
        </p>
        <span className="flex justify-end gap-2.5">
          <Button size="lg" onClick={onClose}>
            {t('room.cancel')}
          </Button>
          <Button size="lg" type="submit" variant="primary" busy={outcome === 'busy'} disabled={waitSeconds > 0} className="num">
            {waitSeconds > 0 ? t('release.codeWait', { seconds: waitSeconds }) : t('room.use')}
          </Button>
        </span>
      </form>
    </PlayerDialog>
  );
}
