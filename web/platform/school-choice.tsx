import { Combobox } from '../ui/combobox.tsx';
import type { FieldControl } from '../ui/field.tsx';
import { useCall } from './call-query.ts';
import { call } from './call.ts';

interface SchoolChoiceProps extends Partial<FieldControl> {
  schoolId: number | null;
  onChange: (id: number | null) => void;
  placeholder: string;
  'aria-label'?: string;
}

const shown = 30;

/** One of however many schools there are: by a part of its title, website code or record number. */
export function SchoolChoice({ schoolId, onChange, ...field }: SchoolChoiceProps) {
  const school = useCall('/school/getById', { id: schoolId ?? 0 }, { enabled: schoolId !== null });
  return (
    <Combobox
      {...field}
      value={schoolId === null ? null : { value: String(schoolId), label: school.data?.title ?? '…' }}
      onChange={(choice) => onChange(choice === null ? null : Number(choice.value))}
      search={async (keyword, signal) => {
        const { items } = await call('/school/getList', { pageSize: shown, sort: 'title', filter: { keyword } }, { signal, quiet: true });
        return items.map((each) => ({ value: String(each.id), label: each.title, note: each.website }));
      }}
    />
  );
}
