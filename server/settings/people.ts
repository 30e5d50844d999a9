import { z } from 'zod'
import type { Setting } from './setting.ts'

/** The settings for who may register, for secrets, and for contacts. */
export const peopleSettings = {
  registration: {
    option: 'registration',
    environment: ['GUILDHALL_REGISTRATION'],
    help: 'Who may register: invitation or open (invitation).',
    must: '"invitation" or "open"',
    schema: z.enum(['invitation', 'open']).default('invitation'),
  },
  adminEmail: {
    option: 'admin-email',
    environment: ['GUILDHALL_ADMIN_EMAIL'],
    help: 'E-mail address that may register without an invitation, and whose account becomes an administrator.',
    must: 'an e-mail address',
    schema: z.string().trim().toLowerCase().pipe(z.email()).optional(),
  },
  secret: {
    environment: ['GUILDHALL_SECRET'],
    help: 'Secret that signs access tokens, at least 32 characters (made at the first start, kept in the database).',
    must: 'at least 32 characters long',
    isSecret: true,
    schema: z.string().min(32).optional(),
  },
  securityContact: {
    option: 'security-contact',
    environment: ['GUILDHALL_SECURITY_CONTACT'],
    help: 'Where to report security weaknesses, for /.well-known/security.txt (mailto:security@ and our host).',
    must: 'an address like mailto:security@example.org or https://example.org/report',
    schema: z.union([z.url({ protocol: /^https$/ }), z.string().regex(/^mailto:[^\s@]+@[^\s@]+$/)]).optional(),
  },
} as const satisfies Record<string, Setting>
