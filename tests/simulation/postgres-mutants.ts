import type { Mutant } from './mutant.ts';

const file = 'server/answer-log/log/postgres-log.ts';

/** Faults to plant in the code that keeps the answer log on PostgreSQL. The simulation must find each (`--mutants --postgres`). */
export const postgresMutants: readonly Mutant[] = [
  {
    name: 'PostgreSQL stores arrival times in whole seconds',
    file,
    find: 'floor(extract(epoch FROM clock_timestamp()) * 1000)',
    put: 'floor(extract(epoch FROM clock_timestamp())) * 1000',
    within: 5,
  },
  {
    name: 'SY8: a recovered database keeps its server epoch',
    file,
    find: 'SET server_epoch = $1, cluster = $2 WHERE cluster <> $2',
    put: 'SET server_epoch = $1, cluster = $2 WHERE cluster <> $2 AND false',
    within: 60,
  },
  {
    name: 'SY25: PostgreSQL stores no claims of devices',
    file,
    find: '{ ...body, ops: undefined }',
    put: '{ ...body, ops: undefined, known: undefined }',
    within: 60,
  },
];
