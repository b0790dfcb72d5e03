import { Hono } from 'hono';
import type { PushInput } from '../../sync/contract/exams/sync.ts';
import { startListening } from '../../server/http/listen.ts';

/**
 * Server with which the benchmarks of pushes compare the product's server. It listens in the same way, parses the body of a push and sends a reply
 * like the product's, but stores nothing.
 */
const app = new Hono();
app.get('/readyz', (c) => c.text('ok'));
app.post('/api/sync/push', async (c) => {
  const { fromSeq, ops, headHash } = await c.req.json<PushInput>();
  const data = { serverEpoch: 'AAAAAAAAAAAAAAAA', ackedThrough: fromSeq + ops.length - 1, headHash, serverNow: Date.now(), news: null };
  return c.json({ code: 0, msg: '', data });
});
await startListening(app, { host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => process.exit(0));
