import { spawn } from 'node:child_process';

/** `npm run dev`: runs the server, restarting on change, and Vite's development server in front. */
const running = [['--watch', 'server/main.ts'], ['node_modules/vite/bin/vite.js']].map((args) =>
  spawn(process.execPath, args, { stdio: 'inherit' }),
);

const stop = (): void => {
  for (const child of running) child.kill();
};
for (const child of running) child.once('exit', stop);
process.once('SIGINT', stop).once('SIGTERM', stop);
