import { z } from 'zod'
import { withAsciiDomain } from './ascii-domain.ts'
import { described } from './described.ts'
import { fold } from './fold.ts'

/**
 * Our server makes UUIDv7; any UUID is read, because other hosts may make others. Capitals become small letters, so
 * that programs can compare IDs as text.
 */
export const id = z
  .uuid('This is not an ID.')
  .toLowerCase()
  .meta({ description: 'A UUID.', examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] })
/** The ID of the thing that `what` names, such as `the project`. */
/** The sender's own name for something new; the same key of the same person never makes a second one. */
export const creationKey = (what: string) =>
  z
    .string()
    .min(8)
    .max(100)
    .meta({
      description: `The sender's own name for this ${what}: sending it again answers the first one.`,
      examples: ['draft-7f3a9c'],
    })

export const idOf = (what: string) => id.meta({ description: `The ID of ${what}.` })
/** Several IDs in a query, comma-separated; at most as many as a page of a list has. */
export const idsOf = (what: string) =>
  z
    .string()
    // A description behind a transformation is about its result, and leaves the example of what is sent out.
    .meta({
      description: `Only these: at most ${PAGE_SIZE_MAX} IDs of ${what}, comma-separated.`,
      examples: ['01890a5d-ac96-774b-bcce-b302099a8057,01890a5d-ac96-774b-bcce-b302099a8058'],
    })
    .transform((text) => [...new Set(text.toLowerCase().split(','))])
    .pipe(z.array(z.uuid('This is not an ID.')).max(PAGE_SIZE_MAX, `At most ${PAGE_SIZE_MAX} IDs.`))
/** ISO 8601 in UTC. */
export const time = z.iso
  .datetime()
  .meta({ description: 'A time, ISO 8601 in UTC.', examples: ['2026-02-14T09:30:00.000Z'] })
/** A time that a caller sends: ISO 8601 in UTC, from year 1 on, since PostgreSQL has no year 0. */
export const sentTime = time
  .refine((value) => value >= '0001', 'There is no year 0.')
  .meta({ description: 'A time, ISO 8601 in UTC.', examples: ['2026-02-14T09:30:00.000Z'] })

/**
 * Addresses that browsers accept (HTML's pattern), which is what mail reaches, and that have a dot in the domain, and
 * before the @ no dot at an end and no two in a row.
 */
const ADDRESS = new RegExp(
  String.raw`^(?!\.)(?![^@]*\.\.)(?![^@]*\.@)(?=[^@]*@[^@]+\.[^@.]+$)${z.regexes.html5Email.source.slice(1)}`,
)

/** An address without the marks that nobody sees, which copies from contact cards and pages have around it, in ASCII. */
export const typedAddress = (typed: string): string => withAsciiDomain(typed.replace(UNSEEN, '').trim())

export const email = z
  .string()
  .overwrite(typedAddress)
  .max(254, 'An email address has at most 254 characters.')
  .pipe(z.email({ pattern: ADDRESS, error: 'Please enter a valid email address' }))
  .meta({ description: 'An e-mail address; capitals do not matter.', examples: ['ada@example.org'] })

export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const username = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{3,30}$/, `A username has ${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, '_' or '-'.`)
  .meta({ description: "How a person is called in addresses: letters, digits, '_' and '-'.", examples: ['ada'] })

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
/** A new password of a server that wants at least `min` characters. */
export const newPasswordOf = (min: number) =>
  z
    .string()
    // One form of the same text, which rules/password.ts explains.
    .normalize('NFKC')
    .min(min, `Password must be at least ${min} characters long.`)
    .max(PASSWORD_MAX, 'Password must be at most 128 characters long.')
    .meta({ description: 'A new password; the most common ones are refused.', examples: ['correct horse battery'] })
/** What every server wants; a setting may want more, and the server then says so. */
export const newPassword = newPasswordOf(PASSWORD_MIN)

export const OTP_LENGTH = 6
export const otp = z
  .string()
  // As people paste and type it: '123 456', or with the digits of another keyboard.
  .overwrite((typed) => fold(typed).replace(/[\s-]/g, ''))
  .regex(/^[0-9]{6}$/, 'The code has 6 digits.')
  .meta({ description: 'The code of the mail.', examples: ['123456'] })

/** An opaque secret from a mail or an earlier answer. */
export const token = z
  .string()
  .min(1)
  .max(1024)
  .meta({ description: 'A secret from a mail or an earlier answer, as it came.', examples: ['q3v1nB2s'] })

export const accountTypes = ['contributor', 'creator'] as const
export const accountType = z
  .enum(accountTypes)
  .meta({ description: 'Creators may publish projects, contributors work on them.', examples: ['contributor'] })
export type AccountType = z.output<typeof accountType>

/**
 * Use `tier` and `projectRole` as they are, without `.meta`, which makes a copy: the tolerant reader of other hosts'
 * answers (api-client/as-read.ts) recognises these two by object identity.
 */
export const tiers = ['basic', 'bronze', 'silver', 'gold'] as const
export const tier = z
  .enum(tiers)
  .meta({ id: 'Tier', description: 'How demanding a project, how far a reputation is.', examples: ['silver'] })
export type Tier = z.output<typeof tier>

export const projectRoles = ['owner', 'admin', 'member'] as const
export const projectRole = z
  .enum(projectRoles)
  .meta({ id: 'ProjectRole', description: 'What somebody is in a project.', examples: ['member'] })
export type ProjectRole = z.output<typeof projectRole>

export const skillLevels = ['beginner', 'intermediate', 'advanced'] as const
export const skillLevel = z
  .enum(skillLevels)
  .meta({ description: 'How much experience is asked for: the tiers behind it are shown.', examples: ['intermediate'] })
export type SkillLevel = z.output<typeof skillLevel>

/** The error text of a required field that is empty. */
export const REQUIRED_TEXT = 'Please fill in all required fields.'

export const PAGE_SIZE = 10
export const PAGE_SIZE_MAX = 100
/** The last page of a list, which bounds what one call can cost; people search before they page that far. */
export const PAGE_MAX = 1_000_000
/** No search needs more characters: the longest value searched for, an e-mail address, has 254. */
export const SEARCH_MAX = 254
export const SEARCH_TOO_LONG = `A search has at most ${SEARCH_MAX} characters.`
export const pageQuery = {
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_MAX)
    .default(1)
    .meta({ description: 'Which page, from 1.', examples: [1] }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_SIZE_MAX)
    .default(PAGE_SIZE)
    .meta({ description: 'How many entries a page has.', examples: [10] }),
}

const directions = ['asc', 'desc'] as const
export type Direction = (typeof directions)[number]
/** The direction of a list by the column it is sorted by. A list is newest first by default. */
export const direction = z
  .enum(directions)
  .default('desc')
  .meta({ description: 'Which way the list goes by what it is sorted by.', examples: ['desc'] })

export const pagination = z
  .object({
    page: z.int().meta({ description: 'The page that this is.', examples: [1] }),
    limit: z.int().meta({ description: 'How many entries a page has.', examples: [10] }),
    total: z.int().meta({ description: 'How many entries there are on all pages.', examples: [1] }),
    totalPages: z.int().meta({ description: 'How many pages there are.', examples: [1] }),
  })
  .meta({ id: 'Pagination', description: 'Where in the list this page is.' })
export type Pagination = z.output<typeof pagination>

/** The message beside the data of an answer. */
export const said = z.string().optional().meta({ description: 'A sentence about the outcome, where there is one.' })

/** The envelope of a success. */
export const enveloped = <T extends z.ZodType>(data: T) => z.object({ data, message: said })
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), pagination, message: said })
/** A success that carries a message and no data. */
export const messageOnly = z
  .object({ message: z.string().meta({ description: 'What was done, in words.', examples: ['Done.'] }) })
  .meta({ id: 'Message' })

export const noBody = z.strictObject({})

/**
 * BREAKS matches line ends and other controls. UNSEEN matches characters that turn the reading direction or are
 * invisible, but not the joiners that scripts and emoji need.
 */
const BREAKS = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/**
 * A visible character. Fillers (Hangul's are letters), joiners, tags and variation selectors are not: Unicode calls
 * them ignorable. The other exceptions are blank symbols: of Braille, of an object, of music and of hieroglyphs.
 */
const INK = /(?![\p{DI}\u2800\ufffc\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}\p{ExtPict}]/u

/** A text that one can see, and an empty one in place of a text without ink. */
const inked = (text: string): string => (INK.test(text) ? text : '')

/** Makes a text one line, so that no part of it can look like a paragraph of its own in a mail or a list. */
export const oneLine = (text: string): string => inked(text.replace(UNSEEN, '').replace(BREAKS, ' ').trim())

/** A text that is made one line, whatever was sent. */
export const singleLine = z.string().overwrite(oneLine)
/** Words to search for. They may have nothing that can be seen, and then find nothing: only a blank search asks for all. */
export const searchText = z.string().trim()
/** A text of any number of lines. */
export const freeText = z.string().overwrite((text) => inked(text.trim()))

/* The statuses of a task and of a project are numbers, which shared/rules/statuses.ts names. */
export const anyTaskStatus = z.int().min(0).max(5).meta(described.taskStatus)
export const anyProjectStatus = z.int().min(0).max(5).meta(described.projectStatus)
