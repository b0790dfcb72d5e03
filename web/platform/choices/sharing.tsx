import { useTranslation } from '../../lib/i18n.ts';
import { joinWords } from '../../lib/punctuation.ts';
import type { RowAction } from '../../../sync/contract/row-rights.ts';
import { MultiSelect } from '../../ui/form/multi-select.tsx';
import { useCall, useInvalidate } from '../api/call-query.ts';
import { makeCall } from '../api/call.ts';
import { useAction } from '../../ui/use-action.ts';

type SharedKind = 'paper' | 'plan';
const module = { paper: 'paper', plan: 'exam' } as const;

const useSharing = (of: SharedKind, id: number) => useCall(`/${module[of]}/getSharing`, { id }, { quiet: true });

/** Tells whether the signed-in user may do `act` with a paper or plan. True while this is unknown, because the server decides in any case. */
export function useHasRowRight(of: SharedKind, id: number): (act: RowAction) => boolean {
  const { data } = useSharing(of, id);
  return (act) => data === undefined || data.mayDo.includes(act);
}

/** Shows the maker and the co-workers of a paper or plan; the maker and administrators may change the co-workers here. */
export function SharingPanel({ kind: of, id }: { kind: SharedKind; id: number }) {
  const { t } = useTranslation('ui');
  const invalidate = useInvalidate();
  const { data } = useSharing(of, id);
  const name = useAction({
    mutationFn: ({ userId, on }: { userId: number; on: boolean }) => makeCall(`/${module[of]}/setCoWorker`, { id, userId, on }),
    onSettled: () => invalidate(`/${module[of]}/getSharing`),
  });
  if (data === undefined) return null;
  const { maker, coWorkers, colleagues, mayDo } = data;
  const coWorkerIds = new Set(coWorkers.map((one) => String(one.id)));
  const choose = (values: string[]): void => {
    const addedId = values.find((value) => !coWorkerIds.has(value));
    const removedId = [...coWorkerIds].find((value) => !values.includes(value));
    const userId = Number(addedId ?? removedId);
    if (!name.isPending && userId > 0) name.mutate({ userId, on: addedId !== undefined });
  };
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted-foreground print:hidden">
      <span>{t('madeBy', { name: maker?.name ?? t('nobodyAnyMore') })}</span>
      <span aria-hidden>·</span>
      <span>{t('coWorkers')}</span>
      {mayDo.includes('share') ? (
        <MultiSelect
          className="w-56 text-foreground"
          aria-label={t('coWorkers')}
          none={t('noCoWorkers')}
          sentAtOnce
          values={[...coWorkerIds]}
          choices={[...coWorkers, ...colleagues].map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={choose}
        />
      ) : (
        <span className="text-foreground">{joinWords(coWorkers.map((one) => one.name)) || t('noCoWorkers')}</span>
      )}
    </p>
  );
}
