import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import type { DialogCommandKind } from '../model/room-command-input.ts';

/** Text keys of the sentences that invigilators often need as a reason, by kind of room command. `close` holds reasons why a seat is not complete. */
const ready = {
  absent: ['rollCall', 'excused', 'tooLate'],
  cheating: ['notes', 'phone', 'copying', 'impostor'],
  revoke: ['byMistake', 'unproven'],
  extend: ['device', 'power', 'lateStart'],
  pause: ['device', 'unwell', 'power'],
  message: ['quiet', 'lastMinutes', 'checkAnswers'],
  move: ['device', 'noNetwork', 'keyboard'],
  reopen: ['pressedByMistake', 'device'],
  incident: ['power', 'noNetwork', 'unwell'],
  identity: ['photoOld', 'idForgotten'],
  close: ['device', 'noNetwork', 'left'],
} as const satisfies Record<DialogCommandKind | 'close', readonly string[]>;

interface ReadyReasonsProps {
  commandKind: keyof typeof ready;
  disabled?: boolean;
  /** Called with the sentence, which replaces the text of the field. */
  onChoose: (text: string) => void;
}

/** Buttons that fill the field above with a ready sentence, which can be changed afterwards. */
export function ReadyReasons({ commandKind, disabled = false, onChoose }: ReadyReasonsProps) {
  const { t } = useTranslation('invigilation');
  return (
    <div role="group" aria-label={t('readyReasons')} className="flex flex-wrap gap-1.5">
      {ready[commandKind].map((key) => (
        <Button key={key} variant="soft" disabled={disabled} repeats onClick={() => onChoose(t(`ready_${key}`))}>
          {t(`ready_${key}`)}
        </Button>
      ))}
    </div>
  );
}
