import { useEffect, useState } from 'react';
import { useAction } from '../../../../ui/use-action.ts';
import { useTranslation } from '../../../../lib/i18n.ts';
import { hasPassedDrill } from '../../../../../sync/domain/exams/machine-readiness.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { recordTypedKeys, type TypedKeys } from '../../model/typed-keys.ts';

// Loaded on demand, because it brings the ciphers.
const machine = () => import('../../../../platform/room/room-machine.ts');

const hasCamera = async (): Promise<boolean> => {
  if (!('mediaDevices' in navigator)) return false;
  return (await navigator.mediaDevices.enumerateDevices()).some((each) => each.kind === 'videoinput');
};
const nothing: TypedKeys = { letters: false, digits: false, chinese: false };
const keys = ['letters', 'digits', 'chinese'] as const;

/**
 * Offers tests that need a person at the PC: keyboard and input method, and a rehearsal of an exam, whose result is reported to the room's board.
 */
export function ManualChecks() {
  const { t } = useTranslation('examAround');
  const [text, setText] = useState('');
  const [seen, setSeen] = useState(nothing);
  const [camera, setCamera] = useState<boolean | null>(null);
  useEffect(() => {
    hasCamera().then(setCamera, () => setCamera(false));
  }, []);
  const drill = useAction({ mutationFn: async () => (await machine()).runAndReportDrill() });
  const result = drill.data;
  return (
    <section aria-labelledby="try-it" className="mt-4 flex flex-col gap-3.5 rounded-xl border bg-card p-5">
      <div>
        <h2 id="try-it" className="text-[15px] font-semibold">
          {t('check.try.title')}
        </h2>
        <p className="text-[13px] text-muted-foreground">{t('check.try.lead')}</p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('check.try.field')} className="min-w-52 grow">
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setSeen(recordTypedKeys(seen, event.target.value));
              }}
            />
          )}
        </Field>
        <ul aria-live="polite" className="flex flex-wrap gap-2 pb-2">
          {keys.map((key) => (
            <li key={key}>
              <Chip tone={seen[key] ? 'delivered' : 'neutral'} mark={seen[key] ? 'dot' : 'ring'}>
                {t(seen[key] ? 'check.try.seen' : 'check.try.unseen', { what: t(`check.try.${key}`) })}
              </Chip>
            </li>
          ))}
        </ul>
      </div>
      {camera !== null && <p className="text-[13px] text-muted-foreground">{t(camera ? 'check.try.camera' : 'check.try.noCamera')}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={drill.isPending} onClick={() => drill.mutate()}>
          {t('check.try.drill')}
        </Button>
        <div role="status" className="min-w-0 grow empty:hidden">
          {result && (
            <Strip tone={hasPassedDrill(result) ? 'delivered' : 'seal'} className="py-2">
              {t(hasPassedDrill(result) ? 'check.try.drillGood' : 'check.try.drillBad', {
                written: result.written,
                kept: result.kept,
                delivered: result.delivered,
                ms: result.slowestMs,
              })}
            </Strip>
          )}
          {drill.error && (
            <Strip tone="seal" className="py-2">
              {t('check.try.drillFailed', { reason: drill.error.message })}
            </Strip>
          )}
        </div>
      </div>
    </section>
  );
}
