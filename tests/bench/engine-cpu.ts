import { readFileSync } from 'node:fs';
import pg from 'pg';

/**
 * Makes a function that returns the CPU nanoseconds of the PostgreSQL processes so far. Needs a server on this machine (Linux) whose processes
 * are visible.
 */
export async function createEngineClock(url: string): Promise<() => number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8'))?.[1] ?? '';
  await client.end();
  return () => {
    let ns = 0;
    for (const pid of readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' '))
      ns += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
    return ns;
  };
}
