import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';

/** Checks the code on an examinee's receipt: whether the server has that hand-in, and whether it is the one that counts. */
export function CodeCheck({ planId }: { planId: number }) {
  const { t } = useTranslation('offline');
  const [code, setCode] = useState('');
  const check = useAction({ mutationFn: () => makeCall('/exam/checkHandIn', { planId, code }, { quiet: true }) });
  const found = check.data?.found;
  return (
    <Panel title={t('check')} bodyClassName="flex flex-col gap-3 p-3.5">
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('checkText')}</p>
      <form
        className="flex items-end gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== '' && !check.isPending) check.mutate();
        }}
      >
        <Field label={t('checkCode')} error={check.error instanceof CallFailure ? check.error.message : undefined}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              spellCheck={false}
              maxLength={20}
              placeholder="00000-00000"
              className="w-52 font-mono tracking-wider uppercase"
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                check.reset();
              }}
            />
          )}
        </Field>
        <Button type="submit" busy={check.isPending} disabled={code.trim() === ''}>
          {t('checkDo')}
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {found && (
          <Strip tone={found.whole && found.counts ? 'delivered' : 'kept'}>
            {t(found.whole ? (found.counts ? 'checkWhole' : 'checkOther') : 'checkPart', {
              who: [found.name, found.seatLabel, found.ticketNo].filter(Boolean).join(' · '),
              time: formatDateTime(found.wallMs),
            })}
          </Strip>
        )}
        {found === null && <Strip tone="seal">{t('checkNone')}</Strip>}
      </div>
    </Panel>
  );
}
