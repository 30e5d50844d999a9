import type { z } from 'zod'

/** One setting: its names, its schema, and its texts for people. */
export type Setting = {
  /** The name on the command line without dashes. A secret has none, because other users can see command lines. */
  option?: string
  /** Set for a switch, which takes no value; `--no-…` turns it off. */
  isSwitch?: true
  /** The names in the environment; the first one that is set counts. */
  environment: readonly string[]
  help: string
  /** The end of the sentence "X must be …". */
  must: string
  isSecret?: true
  schema: z.ZodType
}
