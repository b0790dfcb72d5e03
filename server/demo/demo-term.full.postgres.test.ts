import { expect, it } from 'vitest';
import { createDataFolder } from '../../tests/fixtures/data-folder.ts';
import { createServerDatabase } from '../../tests/fixtures/postgres/server-database.ts';
import { startServer } from '../running-server.ts';
import { readSettings } from '../settings.ts';

it('the demo school is filled on PostgreSQL, too', async () => {
  const database = await createServerDatabase();
  const faults: object[] = [];
  const filled = Promise.withResolvers<void>();
  const logger = {
    info: (_fields: object, message: string) => message === 'filled the demo school' && filled.resolve(),
    warn: () => undefined,
    error: (fields: object) => void faults.push(fields),
  };
  const settings = readSettings({ PORT: '0', WENKAO_DATA: createDataFolder(), WENKAO_LOG_RESERVE_MB: '0', DATABASE_URL: database?.url });
  const server = await startServer({ settings, logger, webDir: createDataFolder(), version: '0.0.0' });
  await filled.promise;
  await server.stop();
  await database?.drop();
  expect(faults).toEqual([]);
});
