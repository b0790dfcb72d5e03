import { isIPv6 } from 'node:net';
import type { RunningServer } from './running-server.ts';
import type { StartReport } from './first-start.ts';
import { listDemoPeople, demoSchools } from './demo/demo-people.ts';

/** Returns the text shown on the operator's terminal. `warnings`: limits of the machine that are too low (`listLowLimits`). */
export function formatStartText(
  listeningUrl: string,
  { accounts, oneTime }: StartReport,
  tls: RunningServer['tls'] = null,
  warnings: readonly string[] = [],
): string {
  const url = tls === null ? listeningUrl : getCertifiedUrl(listeningUrl, tls.certificate.names);
  const lines = ['', `  稳考 Wenkao is ready: ${url}`, '', ...buildPlainHttpWarning(url), ...describeTls(tls)];
  for (const warning of warnings) lines.push(`  Warning: ${warning} See docs/operations.md, Many examinees.`, '');
  const [first] = accounts;
  if (first && oneTime) {
    lines.push('  Passwords of the first start. They are shown this once; write them down:');
    for (const { website, loginName, password } of accounts) lines.push(`    ${url}/login/${website}  ${loginName.padEnd(14)} ${password}`);
  } else if (first) {
    const [school, other] = demoSchools;
    const examinee = listDemoPeople(0).find((person) => person.loginName === 'examinee01');
    lines.push(
      `  Demo school ${school.title}: ${url}/login/${school.website}`,
      `  password of every account: ${first.password}`,
      '    teacher      imports questions, draws papers, publishes exams',
      '    examinee     sits the mock exam that begins a few minutes after the first start',
      '    examinee01 … examinee30, student   sit it too',
      '    admin school leader marker invigilator system question enrolladmin enrolluser',
      `  by admission ticket: ${examinee?.ticketNo ?? ''} with ID number ${examinee?.idNumber ?? ''} (examinee01)`,
      `  a second school, the same names: ${url}/login/${other.website}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/**
 * Returns the address with the first name in the server's certificate as its host. The address stays as it is if it can be opened only on this
 * machine, or if the first name is a wildcard or an IPv6 address.
 */
function getCertifiedUrl(listeningUrl: string, names: readonly string[]): string {
  const url = new URL(listeningUrl);
  const [first] = names;
  const isHost = first !== undefined && !first.includes('*');
  if (isHost && !thisMachine.includes(url.hostname) && !isIPv6(first)) url.hostname = first;
  return url.origin;
}

function describeTls(tls: RunningServer['tls']): string[] {
  if (tls === null) return [];
  const { certificate, plainUrl } = tls;
  return [
    ...(certificate.warning === null ? [] : [`  Warning: ${certificate.warning}`, '']),
    ...(plainUrl === null ? [] : [`  How a PC gets to this address: ${plainUrl}`]),
    ...(certificate.authority === null ? [] : [`  Fingerprint of its root certificate (SHA-256): ${certificate.authority.fingerprint256}`]),
    '',
  ];
}

const thisMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Returns a warning for plain HTTP, because browsers then run the application only on the server's own machine. */
function buildPlainHttpWarning(url: string): string[] {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === 'https:' || thisMachine.includes(hostname)) return [];
  return [
    '  Without HTTPS other computers see only a page that asks for https://. Run npm run tls (in a package: wenkao tls), set',
    `  TLS_CERT and TLS_KEY, or put an HTTPS proxy in front (docs/operations.md). On this machine open http://localhost:${port}`,
    '',
  ];
}

/** Returns the relay's start text. `waiting`: number of batches not yet forwarded. */
export const formatRelayStartText = (url: string, server: string, waiting: number): string =>
  `\n  稳考 Wenkao relay takes at ${url} what PCs can't give ${server}, and carries it there${waiting > 0 ? `: ${waiting} batches wait` : ''}\n\n`;
