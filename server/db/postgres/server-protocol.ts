/**
 * Number of the protocol that servers speak through the database: tables and functions of the schemas `cluster` and `answer_log`, columns and
 * op types of the log, names of leases. Servers with different numbers do not run together. Raise the number with every change that a server of
 * the version before would misread.
 */
export const serverProtocol = 1;
