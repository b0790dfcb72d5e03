import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { formatClock, formatDate } from '../../../lib/format-time.ts';
import { ErrorState } from '../../../ui/feedback/notice.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Sheet } from '../../../ui/primitives/sheet.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type AuditEntry, useAuditEntry, useAuditTexts, useEntryNames } from '../audit-queries.ts';
import { listDiffRows, type DiffRow } from '../entry-diff.ts';
import { describeAuditCall, formatFieldPath, formatAuditValue } from '../entry-words.ts';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';

/** Shows one audit entry in full: user, time, address, changes, and the input of the call. */
export function EntrySheet({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { t } = useTranslation('audit');
  const words = useAuditTexts();
  const { data, error, refetch } = useAuditEntry(id);
  const title = data === undefined ? t('title') : t('entryTitle', { id: data.id, did: describeAuditCall(words, data.call) });
  return (
    <Sheet open={id !== null} onOpenChange={(open) => !open && onClose()} title={title}>
      {data !== undefined ? (
        <Entry entry={data} />
      ) : error === null ? (
        <div aria-hidden className="flex flex-col gap-3.5">
          {Array.from({ length: 9 }, (_, at) => (
            <Skeleton key={at} className="h-4 w-3/4" />
          ))}
        </div>
      ) : 'code' in error && error.code === 1005 ? (
        <ErrorState title={t('gone')} />
      ) : (
        <QueryFailure error={error} onRetry={() => void refetch()} />
      )}
    </Sheet>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const names = useEntryNames();
  const object = names.object(entry);
  const changes = listDiffRows(entry.before, entry.after);
  const inputRows = listDiffRows(null, entry.input);
  const sides = [...(entry.before === null ? [] : (['before'] as const)), ...(entry.after === null ? [] : (['after'] as const))];
  const changesTitle = sides.length > 1 ? t('changesPart') : sides[0] === 'before' ? t('removedPart') : t('addedPart');
  return (
    <div className="flex flex-col gap-5">
      {entry.leftOut > 0 && <Strip tone="kept">{t('leftOut', { count: entry.leftOut })}</Strip>}
      <dl className="num grid grid-cols-[6rem_1fr] gap-y-2 text-sm">
        <Fact name={t('result')}>
          <ResultChip code={entry.code} />
        </Fact>
        <Fact name={t('at')}>{`${formatDate(entry.atMs)} ${formatClock(entry.atMs)}`}</Fact>
        <Fact name={t('who')}>
          <Linked text={names.who(entry)} linkText={entry.userId === null ? null : t('byUser')} to={`?userId=${entry.userId}`}>
            {entry.userId !== null && (
              <span className="text-muted-foreground">
                {entry.loginName}
                {entry.userType !== null && ` · ${names.userType(entry.userType)}`}
              </span>
            )}
          </Linked>
        </Fact>
        {entry.entity !== '' && (
          <Fact name={t('object')}>
            <Linked text={object} linkText={t('historyOf')} to={`?${buildEntityQuery(entry)}`}>
              {entry.entityId !== '' && !object.endsWith(`#${entry.entityId}`) && (
                <span className="num text-muted-foreground">#{entry.entityId}</span>
              )}
            </Linked>
          </Fact>
        )}
        <Fact name={t('school')}>{entry.schoolTitle || t('platform')}</Fact>
        <Fact name={t('from')}>{entry.ip === '' ? t('console') : entry.ip}</Fact>
        {entry.agent !== '' && entry.agent !== 'console' && <Fact name={t('device')}>{entry.agent}</Fact>}
        {entry.via !== '' && <Fact name={t('via')}>{t('viaToken', { name: entry.via })}</Fact>}
        <Fact name={t('did')}>
          <code className="text-[12.5px]">{entry.call}</code>
        </Fact>
      </dl>
      {changes.length > 0 && (
        <section>
          <h3 className="mb-2 text-sm font-semibold">{changesTitle}</h3>
          <ValueTable entity={entry.entity} rows={changes} sides={sides} />
        </section>
      )}
      {inputRows.length > 0 && (
        <details open={changes.length === 0}>
          <summary className="mb-2 cursor-default text-sm font-semibold">{t('inputPart')}</summary>
          <ValueTable entity={entry.entity} rows={inputRows} sides={['after']} />
        </details>
      )}
      {changes.length === 0 && inputRows.length === 0 && <p className="text-[13px] text-muted-foreground">{t('nothingNoted')}</p>}
      <p className="border-t pt-3 text-[12.5px] text-muted-foreground" title={t('chainHint')}>
        {t('chain')} <code className="break-all">{entry.hash}</code>
        <br />
        {t('chainHint')}
      </p>
    </div>
  );
}

const buildEntityQuery = ({ entity, entityId }: AuditEntry): string =>
  new URLSearchParams({ entity, ...(entityId !== '' && { entityId }) }).toString();

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

interface LinkedProps {
  text: string;
  /** Text of a link to related entries; null for no link. */
  linkText: string | null;
  to: string;
  children: ReactNode;
}

/** Shows a name with distinguishing details and a link to all entries about it. */
function Linked({ text, linkText, to, children }: LinkedProps) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2.5">
      <span className="font-medium">{text}</span>
      {children}
      {linkText !== null && (
        <Link to={to} className="ml-auto text-[13px] text-primary underline-offset-4 hover:underline">
          {linkText}
        </Link>
      )}
    </span>
  );
}

interface ValueTableProps {
  entity: string;
  rows: readonly DiffRow[];
  /** Sides to show: before and after, or the only one that exists. */
  sides: readonly ('before' | 'after')[];
}

/** Lists the fields of an audit entry with their values in words. */
function ValueTable({ entity, rows, sides }: ValueTableProps) {
  const { t } = useTranslation('audit');
  const words = useAuditTexts();
  const hasTwoSides = sides.length > 1;
  const texts = { minutes: (count: number) => t('minutes', { count }), hidden: t('hidden') };
  return (
    <table className="w-full table-fixed border-y text-[13px]">
      <thead className="text-left text-muted-foreground">
        <tr className="border-b">
          <th scope="col" className="w-40 py-1.5 pr-3 font-normal">
            {t('field')}
          </th>
          {sides.map((side) => (
            <th key={side} scope="col" className="py-1.5 pr-3 font-normal last:pr-0">
              {hasTwoSides ? t(side) : t('value')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y">
        {rows.map((row) => (
          <tr key={row.path.join('/')} className="align-top">
            <th scope="row" className="py-1.5 pr-3 text-left font-medium break-words">
              {formatFieldPath(words, entity, row.path, (n) => t('place', { n }))}
            </th>
            {sides.map((side) => {
              const text = formatAuditValue(words, entity, row.path, row[side], texts);
              return (
                <td key={side} className="num py-1.5 pr-3 break-words whitespace-pre-wrap last:pr-0">
                  {text === '' ? (
                    <span className="text-muted-foreground">{t('none')}</span>
                  ) : hasTwoSides ? (
                    <Marked side={side}>{text}</Marked>
                  ) : (
                    text
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Strikes through old values and highlights new ones, so that colour is not the only cue. */
function Marked({ side, children }: { side: 'before' | 'after'; children: string }) {
  return side === 'before' ? (
    <del className="text-muted-foreground">{children}</del>
  ) : (
    <ins className="rounded bg-primary-soft px-1 text-accent-foreground no-underline">{children}</ins>
  );
}

/** Shows the result of a call: done, refused with its reason, or failed by an internal error. */
export function ResultChip({ code }: { code: number }) {
  const text = useAuditTexts().results[String(code)] ?? String(code);
  const refused = code === apiErrors.internal.code ? 'seal' : 'kept';
  return (
    <Chip tone={code === 0 ? 'delivered' : refused} mark={code === 0 ? 'dot' : 'square'}>
      {text}
    </Chip>
  );
}
