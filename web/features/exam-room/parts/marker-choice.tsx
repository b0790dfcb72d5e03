import { X } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Combobox, type ComboboxChoice } from '../../../ui/primitives/combobox.tsx';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { useMarkers } from '../room-resource-calls.ts';

const mostShown = 20;

/** Searches markers by name or login name in the browser: a school has only dozens, and all are loaded. */
function useMarkerSearch() {
  const { data } = useMarkers();
  const items = data?.items ?? [];
  return {
    nameOf: (id: number) => items.find((one) => one.id === id)?.name ?? '…',
    search: (text: string, without: readonly number[]): Promise<ComboboxChoice[]> => {
      const wanted = text.toLowerCase();
      const found = items.filter((one) => !without.includes(one.id) && `${one.name} ${one.loginName}`.toLowerCase().includes(wanted));
      return Promise.resolve(found.slice(0, mostShown).map((one) => ({ value: String(one.id), label: one.name, note: one.loginName })));
    },
  };
}

export function LeaderChoice({
  control,
  value,
  onChange,
}: {
  control: FieldControl;
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const { t } = useTranslation('examRoom');
  const { nameOf, search } = useMarkerSearch();
  return (
    <Combobox
      {...control}
      placeholder={t('choosePerson')}
      value={value === null ? null : { value: String(value), label: nameOf(value) }}
      search={(text) => search(text, [])}
      onChange={(choice) => onChange(choice === null ? null : Number(choice.value))}
    />
  );
}

type Members = { userId: number; quota: number }[];

/** Edits the members of a group: a chosen marker joins the list with a quota, and can be removed. */
export function MemberChoice({
  control,
  value,
  onChange,
}: {
  control: FieldControl;
  value: Members;
  onChange: (members: Members) => void;
}) {
  const { t } = useTranslation('examRoom');
  const { nameOf, search } = useMarkerSearch();
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        {...control}
        placeholder={t('addMember')}
        value={null}
        search={(text) =>
          search(
            text,
            value.map((one) => one.userId),
          )
        }
        onChange={(choice) => choice !== null && onChange([...value, { userId: Number(choice.value), quota: 0 }])}
      />
      {value.length > 0 && (
        <ul aria-label={t('members')} className="overflow-hidden rounded-lg border">
          {value.map(({ userId, quota }) => (
            <li key={userId} className="flex items-center gap-2.5 border-b px-3 py-1.5 last:border-b-0">
              <span className="min-w-0 grow truncate">{nameOf(userId)}</span>
              <Input
                type="number"
                min={0}
                max={10_000}
                inputMode="numeric"
                aria-label={t('quota', { name: nameOf(userId) })}
                className="num h-8 w-24 text-right"
                value={quota}
                onChange={(event) => {
                  const typed = Math.min(10_000, Math.max(0, Math.trunc(Number(event.target.value) || 0)));
                  onChange(value.map((one) => (one.userId === userId ? { userId, quota: typed } : one)));
                }}
              />
              <Button
                variant="ghost"
                size="iconSm"
                aria-label={t('dropMember', { name: nameOf(userId) })}
                onClick={() => onChange(value.filter((one) => one.userId !== userId))}
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
