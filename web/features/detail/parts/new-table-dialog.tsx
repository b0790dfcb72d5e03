import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { makeCall } from '../../../platform/api/call.ts';
import { useListQuery, type ListRow } from '../../../platform/api/list-query.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SearchInput } from '../../../ui/primitives/search-input.tsx';
import { Select } from '../../../ui/primitives/select.tsx';

type Profession = ListRow<'/prof/getList'>;

/** Creates a table for a profession, trade and level. */
export function NewTableDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['detail', 'words']);
  const { t: code } = useTranslation('codes');
  const navigate = useNavigate();
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<Profession | null>(null);
  const [tradeId, setTradeId] = useState('');
  const [level, setLevel] = useState('');
  const found = useListQuery('/prof/getList', { pageSize: 50, filter: { enabled: true, ...(keyword === '' ? {} : { keyword }) } });
  const choose = (profession: Profession) => {
    setChosen(profession);
    setTradeId('');
    setLevel('');
  };
  return (
    <ActionDialog
      title={t('create')}
      confirm={t('begin')}
      ready={chosen !== null && level !== ''}
      run={(quiet) =>
        makeCall(
          '/detail/add',
          {
            professionId: chosen?.id ?? 0,
            tradeId: tradeId === '' ? null : Number(tradeId),
            level: Number(level) as Profession['levels'][number],
          },
          quiet,
        )
      }
      invalidates={['/detail']}
      onDone={({ id }) => void navigate(`/question/recognizes?table=${id}`)}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <fieldset className="flex flex-col gap-2" data-missing={tried && chosen === null ? true : undefined}>
            <legend className="mb-1.5 text-[13px] font-medium">{t('words:profession')}</legend>
            <SearchInput value={keyword} onChange={setKeyword} placeholder={t('searchProfession')} />
            <div role="radiogroup" aria-label={t('words:profession')} className="scroll-slim h-52 overflow-y-auto rounded-lg border">
              {found.data?.items.length === 0 && (
                <p className="px-3 py-6 text-center text-[13px] text-muted-foreground">{t('noProfession')}</p>
              )}
              {found.data?.items.map((profession) => (
                <label
                  key={profession.id}
                  className="flex cursor-pointer items-center gap-2.5 border-b px-3 py-2 text-sm last:border-b-0 hover:bg-muted/55 has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring"
                >
                  <input
                    type="radio"
                    name="profession"
                    className="accent-primary"
                    checked={chosen?.id === profession.id}
                    onChange={() => choose(profession)}
                  />
                  <span className="num text-muted-foreground">{profession.code}</span>
                  {profession.name}
                </label>
              ))}
            </div>
            {tried && chosen === null && (
              <p role="alert" className="text-[13px] text-seal">
                {t('chooseProfession')}
              </p>
            )}
          </fieldset>
          <div className="grid grid-cols-2 gap-4">
            <Field label={t('words:trade')}>
              {(control) => (
                <Select
                  {...control}
                  value={tradeId}
                  onChange={setTradeId}
                  disabled={chosen === null || chosen.trades.length === 0}
                  choices={[
                    { value: '', label: t('wholeProfession') },
                    ...(chosen?.trades ?? []).map((trade) => ({ value: String(trade.id), label: trade.name })),
                  ]}
                />
              )}
            </Field>
            <Field label={t('words:level')} required error={tried && chosen !== null && level === '' ? t('chooseLevel') : undefined}>
              {(control) => (
                <Select
                  {...control}
                  value={level}
                  onChange={setLevel}
                  disabled={chosen === null}
                  placeholder={t('chooseLevel')}
                  choices={(chosen?.levels ?? []).map((each) => ({ value: String(each), label: code(`professionLevel.${each}`) }))}
                />
              )}
            </Field>
          </div>
        </>
      )}
    </ActionDialog>
  );
}
