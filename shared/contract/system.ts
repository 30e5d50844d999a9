import { z } from 'zod'

/** GET /health, outside of `/api`: whether the server can work, and what a client should know before anybody signs in. */
export const health = {
  method: 'GET',
  path: '/health',
  summary: 'Whether the server and its database work.',
  response: z.object({
    status: z.enum(['ok', 'unavailable']),
    version: z.string(),
    database: z.enum(['ok', 'unavailable']),
    /** Whether the database is the server's own child. */
    isEmbedded: z.boolean(),
    /** Whether the demo accounts exist and are shown on the login screen. */
    demo: z.boolean(),
    /** Where mail goes: out, into the mailbox at `/_mail`, or nowhere, and then nobody can register. Older servers say nothing. */
    mail: z.enum(['smtp', 'local', 'none']).optional(),
    /** Whether the mailbox's address needs the key that the desktop app made when it started the server. */
    isMailboxKeyed: z.boolean().optional(),
    /** Whether uploads find room; 'full' too after a disk has just refused a write. Absent while the server cannot tell. */
    disk: z.enum(['ok', 'full']).optional(),
  }),
} as const
export type Health = z.output<typeof health.response>

/** GET /openapi.json: the API reference, made from the contract. */
export const openApiPath = '/openapi.json'
