import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { opPayloads } from '../../../sync/engine/ops/ops.ts';
import { answerLogSchemaSql } from '../../answer-log/log/postgres-log.ts';
import { presenceSchemaSql } from './presence-exchange.ts';
import { clusterSchemaSql } from './server-membership.ts';
import { serverProtocol } from './server-protocol.ts';
import { rateLimitSchemaSql } from './shared-limits.ts';

it('tables, functions and op types shared by servers are those of the recorded protocol version', () => {
  const shared = [clusterSchemaSql, presenceSchemaSql, rateLimitSchemaSql, answerLogSchemaSql, ...Object.keys(opPayloads)];
  const digest = createHash('sha256').update(shared.join('\n').replaceAll(/--.*/g, '')).digest('base64url').slice(0, 12);
  // The digest differs after a change of the shared SQL or op types. Each server replaces the SQL functions when it joins, so if a server of the
  // previous version would misread the change, raise the protocol number. Then store the new digest here.
  expect({ serverProtocol, digest }).toEqual({ serverProtocol: 1, digest: 'qz2iKPIvsvUQ' });
});
