import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import type { CodeOutcome, ExamEntry } from '../../model/gate/exam-entry.ts';
import { useSecondsLeft } from '../player/use-seconds-left.ts';

interface CodeFormProps {
  gate: ExamEntry;
  /**
   * True if the code may have been given out by now. Otherwise the form is behind a button, but never hidden, because this PC's clock may be
   * hours slow.
   */
  asked: boolean;
  /** True if the exam cannot start without the code, because the time has come and the network is down. */
  wanted: boolean;
}

/** Opens the paper without a network by the room's release code (SY18), typed or read by a scanner that acts as a keyboard. */
export function CodeForm({ gate, asked, wanted }: CodeFormProps) {
  const { t } = useTranslation('examSitting');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<CodeOutcome | null>(null);
  const [waitSeconds, setWaitSeconds] = useSecondsLeft();
  useEffect(() => {
    if (wanted) field.current?.focus();
  }, [wanted]);
  if (!asked && !shown) {
    return (
      <div className="border-t px-7 py-3">
        <Button variant="link" className="px-0" onClick={() => setShown(true)}>
          {t('release.haveCode')}
        </Button>
      </div>
    );
  }
  const open = async () => {
    setBusy(true);
    const came = await gate.useCode(code);
    setBusy(false);
    setOutcome(came);
    if (came.kind === 'wrong') setWaitSeconds(came.waitSeconds);
    if (came.kind !== 'opened') field.current?.select();
  };
  const wrong = outcome?.kind === 'wrong' || outcome?.kind === 'noCode';
  const hint = outcome?.kind === 'noCode' ? 'release.codeNone' : outcome?.kind === 'wrong' ? 'release.codeWrong' : 'release.codeHint';
  return (
    <form
      className={`border-t px-7 py-5 ${wanted ? 'bg-kept-soft' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && waitSeconds === 0) void open();
      }}
    >
      <label htmlFor={id} className="text-sm font-semibold">
        {t('release.code')}
      </label>
      <div className="mt-1.5 flex gap-2.5">
        <Input
          ref={field}
          id={id}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          placeholder="0000-0000-0000"
          aria-invalid={wrong}
          aria-describedby={`${id}-hint`}
          className="h-11 max-w-[280px] bg-card font-mono text-lg tracking-wider uppercase"
        />
        <Button type="submit" size="lg" variant="primary" busy={busy} disabled={waitSeconds > 0}>
          {waitSeconds > 0 ? <span className="num">{t('release.codeWait', { seconds: waitSeconds })}</span> : t('release.codeOpen')}
        </Button>
      </div>
      <p
        id={`${id}-hint`}
        role={wrong ? 'alert' : undefined}
        className={`mt-1.5 text-[13px] ${wrong ? 'text-seal' : 'text-muted-foreground'}`}
      >
        {t(hint)}
      </p>
    </form>
  );
}
