import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/call-query.ts';
import { call } from '../../../platform/call.ts';
import { Combobox, type ComboboxChoice } from '../../../ui/combobox.tsx';
import type { FieldControl } from '../../../ui/field.tsx';

const search = async (keyword: string, signal: AbortSignal): Promise<ComboboxChoice[]> => {
  const filter = { user_type: 6, status: 1, ...(keyword === '' ? {} : { keyword }) } as const;
  const { items } = await call('/user/getList', { pageSize: 20, sort: 'name', filter }, { signal, quiet: true });
  return items.map(({ id, name, login_name }) => ({ value: String(id), label: name, note: login_name }));
};

/** Names of teachers by id: those the class came with, and whoever a draft brought back. */
function useTeacherNames(ids: readonly number[], known: ReadonlyMap<number, string>): (id: number) => string {
  const missing = ids.filter((id) => !known.has(id)).toSorted((a, b) => a - b);
  const found = useCall('/user/getListByIds', { ids: missing }, { quiet: true, enabled: missing.length > 0 });
  return (id) => known.get(id) ?? found.data?.items.find((each) => each.id === id)?.name ?? '…';
}

interface TeacherChoiceProps {
  control: FieldControl;
  known: ReadonlyMap<number, string>;
  value: number | null;
  onChange: (id: number | null) => void;
}

/** One teacher of the school, looked for on the server. */
export function TeacherChoice({ control, known, value, onChange }: TeacherChoiceProps) {
  const { t } = useTranslation('people');
  const [picked, setPicked] = useState(known);
  const nameOf = useTeacherNames(value === null ? [] : [value], picked);
  return (
    <Combobox
      {...control}
      placeholder={t('teacherSearch')}
      value={value === null ? null : { value: String(value), label: nameOf(value) }}
      search={search}
      onChange={(choice) => {
        if (choice !== null) setPicked(new Map(picked).set(Number(choice.value), choice.label));
        onChange(choice === null ? null : Number(choice.value));
      }}
    />
  );
}

interface TeachersChoiceProps {
  control: FieldControl;
  known: ReadonlyMap<number, string>;
  values: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Several teachers: whoever is chosen joins the list under the field, each with a way out. */
export function TeachersChoice({ control, known, values, onChange }: TeachersChoiceProps) {
  const { t } = useTranslation('people');
  const [picked, setPicked] = useState(known);
  const nameOf = useTeacherNames(values, picked);
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        {...control}
        placeholder={t('teacherSearch')}
        value={null}
        search={async (text, signal) => (await search(text, signal)).filter((choice) => !values.includes(Number(choice.value)))}
        onChange={(choice) => {
          if (choice === null) return;
          setPicked(new Map(picked).set(Number(choice.value), choice.label));
          onChange([...values, Number(choice.value)]);
        }}
      />
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('teachers')}>
          {values.map((id) => (
            <li
              key={id}
              className="inline-flex h-7 items-center gap-1 rounded-md bg-primary-soft pr-1 pl-2.5 text-[13px] text-accent-foreground"
            >
              {nameOf(id)}
              <button
                type="button"
                aria-label={t('teacherRemove', { name: nameOf(id) })}
                className="grid size-5 place-items-center rounded hover:bg-card"
                onClick={() => onChange(values.filter((other) => other !== id))}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
