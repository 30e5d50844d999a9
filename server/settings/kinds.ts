import { z } from 'zod'

// The schemas that several settings share. Each also accepts text, because the command line and the environment hold
// only text.
export const wholeNumber = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
export const fromOne = wholeNumber.pipe(z.int().min(1))
export const yesOrNo = z.union([z.boolean(), z.stringbool()])
export const text = z.string().trim().min(1)
export const webAddress = z.url({ protocol: /^https?$/ })
/** An origin: scheme, host and port, without a path; a final slash is dropped. */
export const origin = webAddress.transform((url, context) => {
  const parsed = new URL(url)
  if (parsed.pathname !== '/' || parsed.search || parsed.hash) context.addIssue('not an origin')
  return parsed.origin
})
/** The driver tries one host only. A comma may be in the password, before the last '@'. */
const SEVERAL_HOSTS = /^postgres(ql)?:\/\/([^/?#]*@)?[^/?#@]*,[^/?#@]*([/?#]|$)/
const ONE_HOST = 'the address of one host: name HAProxy or a pooler that leads to the primary, not several hosts'
export const postgresUrl = z
  .string()
  .refine((address) => !SEVERAL_HOSTS.test(address), { params: { must: ONE_HOST }, abort: true })
  .pipe(z.url({ protocol: /^postgres(ql)?$/ }))
export const listOf = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .union([z.array(z.string()), z.string().transform((list) => list.split(','))])
    .transform((list) => list.map((entry) => entry.trim()).filter((entry) => entry !== ''))
    .pipe(z.array(item))
/** A password may have a comma, so what comes after one is an address only where it begins like one. */
export const postgresUrls = z
  .union([z.array(z.string()), z.string().transform((list) => list.split(/,\s*(?=postgres(?:ql)?:)/))])
  .transform((list) => list.map((entry) => entry.trim()))
  .pipe(z.array(postgresUrl))
