import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/**
 * The server's program: what `npm test` has built, or the sources in a run by hand, which needs no build. The built program
 * is ready in two thirds of the time.
 */
export const serverProgram = join(root, process.env['GUILDHALL_BUILT'] ? 'out/server/main.js' : 'server/main.ts')
