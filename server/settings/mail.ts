import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { text } from './kinds.ts'
import type { Setting } from './setting.ts'

export const DEFAULT_SENDER = `${brand.name} <no-reply@guildhall.test>`

/** The settings for sending mail. */
export const mailSettings = {
  smtpUrl: {
    environment: ['GUILDHALL_SMTP_URL'],
    help: 'Mail server, smtp:// or smtps:// (none: an embedded server that no other machine reaches shows mails at /_mail).',
    must: 'an address like smtps://user:password@mail.example.org',
    isSecret: true,
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
  },
  mailboxKey: {
    environment: ['GUILDHALL_MAILBOX_KEY'],
    help: 'Key that opens the local mailbox, as ?key= in its address (none; the desktop app makes one at each start).',
    must: 'at least 16 characters long',
    isSecret: true,
    schema: z.string().min(16).optional(),
  },
  mailFrom: {
    option: 'mail-from',
    environment: ['GUILDHALL_MAIL_FROM'],
    help: `Sender of mails (${DEFAULT_SENDER}).`,
    must: 'an e-mail address, with or without a name',
    schema: text.regex(/^[^\r\n]*[^\s@]+@[^\s@]+$/).default(DEFAULT_SENDER),
  },
} as const satisfies Record<string, Setting>
