/**
 * PostgreSQL is starting, stopping or out of connections (57P0x, 53300), takes no writes, as a standby does before it takes over
 * (25006), or two transactions got in each other's way (40001, 40P01).
 */
const BUSY_CODE = /^(57P0\d|53300|08\d{3}|25006|40001|40P01)$/
/** There is no connection to PostgreSQL: nobody answers there, its machine or network is away, or its name is not known. */
const NETWORK_CODE = /^(ECONN.*|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
/** The messages with which the driver and its pool report a lost connection; these errors have no code. */
const AWAY_MESSAGE =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client (has encountered a connection error|was closed))/

/** Whether an error means that there is no connection to the database. */
export const isUnreachable = (error: unknown): boolean =>
  NETWORK_CODE.test(String((error as { code?: unknown } | null)?.code))

/** Whether an error means that the database cannot be asked just now. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return typeof code === 'string'
    ? BUSY_CODE.test(code) || NETWORK_CODE.test(code)
    : typeof message === 'string' && AWAY_MESSAGE.test(message)
}
