import { X } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { call } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox, type ComboboxChoice } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';

const mostShown = 20;

interface JoinFieldProps {
  chosen: readonly ComboboxChoice[];
  onChange: (chosen: ComboboxChoice[]) => void;
  /** Who is in the exam already. */
  there: ReadonlySet<number>;
}

/** People who come into a published exam, one after the other. */
export function JoinField({ chosen, onChange, there }: JoinFieldProps) {
  const { t: say } = useTranslation('amend');
  return (
    <div className="flex flex-col gap-2">
      <Field label={say('amendJoin')} hint={say('amendJoinHint')}>
        {({ 'aria-required': _required, ...field }) => (
          <Combobox
            {...field}
            placeholder={say('amendJoinPick')}
            value={null}
            search={async (keyword, signal) => {
              const found = await call('/user/getExamUserList', { pageSize: mostShown, filter: { keyword } }, { signal, quiet: true });
              return found.items
                .filter((one) => !there.has(one.id) && !chosen.some((each) => each.value === String(one.id)))
                .map((one) => ({ value: String(one.id), label: one.name, note: one.student_no || one.ticket_no || one.login_name }));
            }}
            onChange={(choice) => {
              if (choice !== null) onChange([...chosen, choice]);
            }}
          />
        )}
      </Field>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((one) => (
            <li key={one.value} className="num inline-flex items-center gap-1 rounded-full bg-muted py-0.5 pr-1 pl-2.5 text-[13px]">
              {one.label}
              <span className="text-muted-foreground">{one.note}</span>
              <Button
                variant="ghost"
                size="iconSm"
                repeats={false}
                aria-label={say('amendJoinDrop', { name: one.label })}
                onClick={() => onChange(chosen.filter((each) => each.value !== one.value))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
