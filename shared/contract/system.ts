import { z } from 'zod'

/**
 * GET /health, outside of `/api`: whether the server can work, and what a client should know before anybody signs in.
 */
export const health = {
  method: 'GET',
  path: '/health',
  summary: 'Whether the server and its database work.',
  response: z.object({
    status: z.enum(['ok', 'unavailable']).meta({ description: 'Whether the server can work.' }),
    version: z.string().meta({ description: "The server's version.", examples: ['0.1.0'] }),
    database: z.enum(['ok', 'unavailable']).meta({ description: 'Whether its database answers.' }),
    isReadOnly: z.boolean().optional().meta({
      description: 'Whether the database is a standby that has not taken over, which takes no writes.',
    }),
    isEmbedded: z.boolean().meta({ description: "Whether the database is the server's own child." }),
    demo: z.boolean().meta({ description: 'Whether the demo accounts exist and are shown on the login screen.' }),
    mail: z.enum(['smtp', 'local', 'none']).optional().meta({
      description:
        'Where mail goes: out, into the mailbox at `/_mail`, or nowhere, and then nobody can register. Older servers say nothing.',
    }),
    ai: z.enum(['endpoint', 'local']).optional().meta({
      description:
        'Who answers AI calls: an AI service, or the server itself from the words it gets and written plans. Older servers say nothing.',
    }),
    isMailboxKeyed: z.boolean().optional().meta({
      description: "Whether the mailbox's address needs the key that the desktop app made when it started the server.",
    }),
    disk: z.enum(['ok', 'full']).optional().meta({
      description:
        "Whether uploads find room; 'full' too after a disk has just refused a write. Absent while the server cannot tell.",
    }),
    files: z.enum(['ok', 'not-shared', 'unavailable']).optional().meta({
      description:
        "'not-shared' while several processes on one database store files in different places: then none takes any; 'unavailable' while the store fails.",
    }),
    clock: z.enum(['ok', 'off']).optional().meta({
      description:
        "'off' while the clocks of server and database differ by more than 5 s: then this process does nothing that time makes due. Absent while it cannot tell.",
    }),
  }),
} as const
export type Health = z.output<typeof health.response>

/** GET /livez, for the supervisor that restarts a stuck process. */
export const livez = {
  method: 'GET',
  path: '/livez',
  summary: 'Whether the process answers, whatever its database does.',
  response: z.object({ status: z.literal('ok') }),
} as const

/** GET /readyz, for the load balancer that decides which process gets calls. */
export const readyz = {
  method: 'GET',
  path: '/readyz',
  summary: 'Whether the server can take calls: 503 without its database, and before it stops.',
  response: z.object({ status: z.enum(['ok', 'draining', 'unavailable']) }),
} as const
export type Readiness = z.output<typeof readyz.response>

/** GET /openapi.json: the API reference, made from the contract. */
export const openApiPath = '/openapi.json'
