import { z } from 'zod'

/** IDs are UUIDv7 on our server; any UUID is read, so that another host's are too. In capitals it is the same one: programs compare text. */
export const id = z.uuid().toLowerCase()
/** ISO 8601 in UTC. */
export const time = z.iso.datetime()

export const email = z
  .string()
  .trim()
  .max(254, 'An email address has at most 254 characters.')
  .pipe(z.email('Please enter a valid email address'))

export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const username = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{3,30}$/, `A username has ${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, '_' or '-'.`)

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, 'Password must be at least 6 characters long.')
  .max(PASSWORD_MAX, 'Password must be at most 128 characters long.')

export const OTP_LENGTH = 6
export const otp = z.string().regex(/^[0-9]{6}$/, 'The code has 6 digits.')

/** An opaque secret that came by mail or from an earlier answer. */
export const token = z.string().min(1).max(1024)

export const accountTypes = ['contributor', 'creator'] as const
export const accountType = z.enum(accountTypes)
export type AccountType = z.output<typeof accountType>

export const tiers = ['basic', 'bronze', 'silver', 'gold'] as const
export const tier = z.enum(tiers)
export type Tier = z.output<typeof tier>

export const projectRoles = ['owner', 'admin', 'member'] as const
export const projectRole = z.enum(projectRoles)
export type ProjectRole = z.output<typeof projectRole>

export const skillLevels = ['beginner', 'intermediate', 'advanced'] as const
export const skillLevel = z.enum(skillLevels)
export type SkillLevel = z.output<typeof skillLevel>

/** What is said of a required field that is empty. */
export const REQUIRED_TEXT = 'Please fill in all required fields.'

export const PAGE_SIZE = 10
export const PAGE_SIZE_MAX = 100
/** Beyond this page a list is not walked but searched; it bounds what one call can cost. */
export const PAGE_MAX = 1_000_000
/** Nothing that is searched for, an address at the most, is longer than 254 characters. */
export const SEARCH_MAX = 254
export const SEARCH_TOO_LONG = `A search has at most ${SEARCH_MAX} characters.`
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
}

const directions = ['asc', 'desc'] as const
export type Direction = (typeof directions)[number]
/** Which way a list goes by the column it is sorted by. A list is newest first where nothing is said. */
export const direction = z.enum(directions).default('desc')

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
})
export type Pagination = z.output<typeof pagination>

/** The envelope of a success. */
export const enveloped = <T extends z.ZodType>(data: T) => z.object({ data, message: z.string().optional() })
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), pagination, message: z.string().optional() })
/** A success that has only something to say. */
export const messageOnly = z.object({ message: z.string() })

export const noBody = z.strictObject({})

/** Line ends and other controls, and what turns the reading direction or is not seen; not the joiners that scripts and emoji need. */
const BREAKS = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** A text as one line, so that no part of it stands as a paragraph of its own in a mail or a list. */
export const oneLine = (text: string): string => text.replace(UNSEEN, '').replace(BREAKS, ' ').trim()

/** A text of one line, kept as one whatever was sent. */
export const singleLine = z.string().overwrite(oneLine)
