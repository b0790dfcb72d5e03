// Node runs this file before the server and in each of its threads (`--import`). From the second start on, Node reads compiled code and does not
// load its TypeScript compiler. This file is JavaScript, because Node would load that compiler for it. The compiled code is in the data folder,
// where only the server may write: a program that could change it could run code as the server.
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
