import { useTranslation } from '../../../lib/i18n.ts';

const upward = '[writing-mode:vertical-rl] rotate-180';

/** Prints the sealed line (密封线) on every sheet: dashes from top to bottom with its words between them. */
export function SealedMarginLine() {
  const { t } = useTranslation('paper');
  const dash = <span className="grow border-r border-dashed border-current" />;
  const letters = [...t('sealedLetters')];
  return (
    <div aria-hidden className="ml-auto flex h-full w-[6mm] flex-col items-center gap-1.5 text-[9.5pt]">
      {letters.map((letter, at) => (
        <span key={at} className="contents">
          {dash}
          <span className={letters.length > 3 ? upward : 'rotate-[-90deg]'}>{letter}</span>
        </span>
      ))}
      {dash}
    </div>
  );
}

/** Prints the examinee's fields, which are cut off or folded over before marking. */
export function SealedFields() {
  const { t } = useTranslation('paper');
  return (
    <div className={`flex h-full w-[12mm] items-center justify-around text-[10pt] ${upward}`}>
      {(['unitField', 'nameField', 'ticketField', 'seatField'] as const).map((field) => (
        <span key={field} className="flex items-end gap-1 whitespace-nowrap">
          {t(field)}
          <span className="inline-block h-[42mm] border-l border-current" />
        </span>
      ))}
    </div>
  );
}
