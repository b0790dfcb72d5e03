import { detailTableStatus } from '../../sync/contract/codes.ts';
import type { AllHandlers } from '../http/handler.ts';
import { readElectricianDetailLines } from './demo-data.ts';
import { requireAccepted, type SeedContext } from './seed-context.ts';

export type ProfessionHandlers = Pick<AllHandlers, 'prof' | 'detail'>;

type Level = 1 | 2 | 3 | 4 | 5;
/** Code, name, levels, trades, standard. */
const professions: readonly (readonly [string, string, readonly Level[], readonly string[], string])[] = [
  ['6-31-01-03', '电工', [1, 2, 3, 4, 5], [], '国家职业技能标准·电工（2018 年版）'],
  ['4-03-02-07', '茶艺师', [1, 2, 3, 4, 5], [], '国家职业技能标准·茶艺师（2018 年版）'],
  ['4-01-06-01', '电子商务师', [1, 2, 3, 4, 5], ['网商', '跨境电子商务师'], '国家职业技能标准·电子商务师（2022 年版）'],
  ['4-14-02-02', '健康管理师', [1, 2, 3], [], '国家职业标准·健康管理师'],
  ['3-01-02-07', '制图员', [2, 3, 4, 5], [], '国家职业标准·制图员'],
];

/**
 * The catalogue, offered by every demo school, with a published detail table for 电工 level 4. What a first start that was cut short
 * has written already is left as it is.
 */
export async function addProfessions(handlers: ProfessionHandlers, admin: SeedContext, schools: readonly SeedContext[]): Promise<void> {
  const known = requireAccepted(await handlers.prof.getList({ page: 1, pageSize: 200 }, admin)).items;
  const ids: number[] = [];
  for (const [code, name, levels, trades, standard] of professions) {
    const draft = { code, name, levels: [...levels], trades: trades.map((trade) => ({ name: trade })), standard, remark: '' };
    ids.push((known.find((each) => each.code === code) ?? requireAccepted(await handlers.prof.add(draft, admin))).id);
  }
  for (const school of schools) requireAccepted(await handlers.prof.setOffered({ ids, offered: true }, school));
  const [professionId] = ids;
  if (professionId === undefined) return;
  const begun = requireAccepted(await handlers.detail.getList({ page: 1, pageSize: 1, filter: { professionId } }, admin)).items[0];
  if (begun !== undefined && begun.status !== detailTableStatus.draft) return;
  const table = begun ?? requireAccepted(await handlers.detail.add({ professionId, tradeId: null, level: 4 }, admin));
  const saved = requireAccepted(
    await handlers.detail.modify({ id: table.id, version: table.version, lines: readElectricianDetailLines() }, admin),
  );
  requireAccepted(await handlers.detail.publish(saved, admin));
}
