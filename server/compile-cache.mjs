// Node runs this file before the server and in each of its threads (`--import`). From the third start on, Node reads compiled code and does not
// load its TypeScript compiler. This file is JavaScript, because Node would load that compiler for it. The compiled code is in the data folder,
// where only the server may write: a program that could change it could run code as the server.
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

const dataDir = resolve(process.env['WENKAO_DATA'] || './data');
// Only a folder that a server has used before: a start that fails must leave nothing in another one. Compiled code would blur a measurement of
// coverage.
if (existsSync(join(dataDir, 'server.lock')) && process.env['NODE_V8_COVERAGE'] === undefined)
  enableCompileCache(join(dataDir, 'compile-cache'));
