import { config } from 'zod'

/** Makes zod check without compiling functions for it: checking an answer once takes less time than compiling. */
export const checkWithoutCompiling = (): void => {
  config({ jitless: true })
}
