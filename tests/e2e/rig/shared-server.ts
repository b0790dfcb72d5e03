import { findFreePort } from './free-port.ts';
import { ServerProcess } from './server-process.ts';

let starting: Promise<ServerProcess> | undefined;

async function start(): Promise<ServerProcess> {
  const server = new ServerProcess(await findFreePort());
  await server.start();
  return server;
}

/** Returns the worker's server with the demo school. For specs that change nothing other specs read; the first caller starts it. */
export function getSharedServer(): Promise<ServerProcess> {
  return (starting ??= start());
}

/** Ends the worker's server, if a spec has started it. */
export async function disposeSharedServer(): Promise<void> {
  const server = await starting?.catch(() => undefined);
  await server?.dispose();
}
