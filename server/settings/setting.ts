import type { z } from 'zod'

/** One setting: how it is named in each place, what it must be, and how a text becomes its value. */
export type Setting = {
  /** Name on the command line without dashes. A secret has none: other users see command lines. */
  option?: string
  /** A switch takes no value; `--no-…` turns it off. */
  isSwitch?: true
  /** Names in the environment, the first one that is set counts. */
  environment: readonly string[]
  help: string
  /** Ends the sentence "X must be …". */
  must: string
  isSecret?: true
  schema: z.ZodType
}
