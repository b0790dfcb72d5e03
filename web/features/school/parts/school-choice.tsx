import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/call.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import type { FieldControl } from '../../../ui/field.tsx';
import { useSchoolById } from '../school-queries.ts';

interface SchoolChoiceProps extends Partial<FieldControl> {
  schoolId: number | null;
  onChange: (id: number | null) => void;
  placeholder: string;
  'aria-label'?: string;
}

const shown = 30;

/** One of however many schools there are: by a part of its title, website code or record number. */
export function SchoolChoice({ schoolId, onChange, ...field }: SchoolChoiceProps) {
  const { t } = useTranslation('school');
  const school = useSchoolById(schoolId);
  return (
    <Combobox
      {...field}
      value={schoolId === null ? null : { value: String(schoolId), label: school.data?.title ?? t('loadingSchool') }}
      onChange={(choice) => onChange(choice === null ? null : Number(choice.value))}
      search={async (keyword, signal) => {
        const { items } = await call('/school/getList', { pageSize: shown, sort: 'title', filter: { keyword } }, { signal, quiet: true });
        return items.map((each) => ({ value: String(each.id), label: each.title, note: each.website }));
      }}
    />
  );
}
