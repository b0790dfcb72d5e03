// Node runs this file before the server and in each of its threads (`--import`). From the second start on, Node then reads compiled code in place
// of compiling the sources, and does not load its compiler of TypeScript. This file is no TypeScript, because that compiler would be loaded for it.
// The compiled code is in the data folder: whoever could write it could run code as the server.
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

// Compiled code would blur a measurement of coverage.
if (process.env['NODE_V8_COVERAGE'] === undefined) {
  try {
    const dataDir = resolve(process.env['WENKAO_DATA'] || './data');
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    enableCompileCache(join(dataDir, 'compile-cache'));
  } catch {
    // The start reports a data folder that cannot be made.
  }
}
