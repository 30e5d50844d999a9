/**
 * PostgreSQL is starting, stopping or out of connections (57P0x, 53300), two transactions got in each other's way
 * (40001, 40P01), or there is no connection to PostgreSQL.
 */
const AWAY_CODE = /^(57P0\d|53300|08\d{3}|40001|40P01|ECONN.*|EPIPE|ETIMEDOUT)$/
/** The messages with which the driver and its pool report a lost connection; these errors have no code. */
const AWAY_MESSAGE =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client (has encountered a connection error|was closed))/

/** Whether an error means that the database cannot be asked just now. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? AWAY_CODE.test(code) : typeof message === 'string' && AWAY_MESSAGE.test(message)
}
